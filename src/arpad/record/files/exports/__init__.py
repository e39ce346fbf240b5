"""Files of other programs and sites in forms of their own, read as tables: a module for each form.

A form is known by the first bytes of a file (:mod:`arpad.record.files.exports.signs`); its module makes rows
with the usual names of columns (:mod:`arpad.record.files.exports.export`), which are then read as any other
table is.
"""
