"""From bytes to text: what a stored file is, and its rows as the CSV or the JSON Lines that it stands for.

Compression, encodings, workbooks and JSON arrays end here, and so do the exports of other programs
(:mod:`.exports`). What lies above reads text, and asks :class:`arpad.record.files.source_file.Stored` for it.
"""
