"""No module writes a file past the door (arpad.core.writing)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import arpad

SOURCE = Path(arpad.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

DOOR = {"core/locking.py", "core/parts.py", "core/recovery.py", "core/staging.py", "core/writing.py"}
"""The modules behind the door, where the operating system is asked to write."""

APART = {
    "cli/acts.py": {"os.open"},  # the null device, for output that nobody reads any more
    "cli/standard_output.py": {
        "open",
        "os.open",
        "os.write",
    },  # the standard streams, and the null device for them
    # The null device, for output that nobody reads any more; click's lines of help are called write_text.
    "cli/app.py": {"os.open", "write_text"},
    # Rows that were set aside once are set aside again while a list is verified, where nobody looks at them.
    "cli/verify_command.py": {"tempfile.TemporaryDirectory"},
    # Text that was unpacked, in a file without a name that only this process can open.
    "record/files/temporary_text.py": {"os.write", "tempfile.TemporaryFile", "tempfile.gettempdir"},
    # Parts of a workbook, which is an archive, are opened to be read; the text of a sheet is kept in memory.
    "record/files/workbook_parts.py": {"open"},
    "record/files/workbooks.py": {"truncate"},
    # Counts of processes that serve, for as long as they do.
    "web/workers.py": {"tempfile.TemporaryDirectory"},
    # Parts of a backup, which is an archive: its bytes go through the door's stream.
    "office/backups/archive.py": {"open"},
    # Hadoop's file systems, which Python does not reach: small files are read there, and renamed into place.
    "cluster/storage.py": {"open", "rename"},
    # Machine code, in a private folder, each entry with a checksum: lost is rebuilt, and there is no user's file.
    "compiled/cache.py": {"mkdir", "open", "os.open", "replace", "unlink"},
}
"""Who else asks the system for something of this kind, and for what."""

WRITERS = {
    "write_text", "write_bytes", "touch", "unlink", "rename", "rmdir", "mkdir", "symlink_to", "hardlink_to",
    "link_to", "chmod", "savetxt", "savez", "tofile", "to_csv", "to_parquet", "sink_csv", "sink_parquet",
    "sink_ndjson", "sink_ipc", "write_ipc", "write_avro", "write_excel", "write_database", "write_delta",
    "mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory", "copyfile", "copytree",
    "rmtree", "truncate", "ftruncate",
}  # fmt: skip
"""What writes whatever it is given, or changes what is there."""

OF_OS = {
    "open", "write", "pwrite", "replace", "rename", "renames", "link", "symlink", "unlink", "remove", "rmdir",
    "mkdir", "makedirs", "mkfifo", "mknod", "truncate", "ftruncate", "chmod", "fchmod", "chown", "utime",
    "fdopen", "sendfile", "copy_file_range",
}  # fmt: skip
OF_MODULES = {
    "os": OF_OS,
    "shutil": {"copy", "copy2", "copyfile", "copyfileobj", "copytree", "move", "rmtree", "unpack_archive"},
    "tempfile": None,
    "mmap": None,
    "sqlite3": None,
    "pickle": {"dump"},
}
"""Module -> its functions that write; None for all."""

STREAMED = {"write_csv", "write_parquet", "write_ndjson", "write_json", "dump", "save"}
"""What writes to a stream as well: its first argument is to be one, not a path."""


def found_in(tree: ast.AST) -> set[str]:
    """Return the calls that write past the door."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in OF_MODULES:
            allowed = OF_MODULES[node.module]
            found |= {
                f"{node.module}.{one.name}" for one in node.names if allowed is None or one.name in allowed
            }
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Name) and function.id == "open" and not reads(node, 1):
            found.add("open")
        if not isinstance(function, ast.Attribute):
            continue
        owner = function.value.id if isinstance(function.value, ast.Name) else ""
        if owner in OF_MODULES:
            functions = OF_MODULES[owner]
            if functions is None or function.attr in functions:
                found.add(f"{owner}.{function.attr}")
        elif function.attr in WRITERS or (
            # Of a path; a moment's takes other keywords, a text's two arguments.
            function.attr == "replace"
            and len(node.args) + len(node.keywords) == 1
            and all(word.arg == "target" for word in node.keywords)
        ):
            found.add(function.attr)
        elif function.attr == "open" and not reads(node, 1 if owner in ("io", "gzip", "bz2", "lzma") else 0):
            found.add("open")
        elif (
            function.attr in STREAMED and node.args and not is_stream(node.args[-1 if owner == "json" else 0])
        ):
            found.add(function.attr)
    return found


def reads(call: ast.Call, at: int) -> bool:
    """Tell whether a call of ``open`` has a mode, at this place or by name, that only reads; none reads too."""
    mode = next((word.value for word in call.keywords if word.arg == "mode"), None)
    if mode is None and len(call.args) > at:
        mode = call.args[at]
    if mode is None:
        return True
    return (
        isinstance(mode, ast.Constant) and isinstance(mode.value, str) and not set(mode.value) & set("wax+")
    )


def is_stream(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in ("stream", "text", "out", "buffer")


def test_no_module_writes_past_the_door() -> None:
    assert len(MODULES) > 500
    past = {}
    for path in MODULES:
        name = path.relative_to(SOURCE).as_posix()
        if name not in DOOR:
            past[name] = found_in(ast.parse(path.read_text(encoding="utf-8"))) - APART.get(name, set())
    assert {name: calls for name, calls in past.items() if calls} == {}


def test_the_exceptions_are_still_needed() -> None:
    for name, calls in APART.items():
        assert found_in(ast.parse((SOURCE / name).read_text(encoding="utf-8"))) >= calls
    assert all(found_in(ast.parse((SOURCE / name).read_text(encoding="utf-8"))) for name in DOOR)


@pytest.mark.parametrize(
    "code",
    [
        "open('a', 'w')",
        "open('a', mode='ab')",
        "open('a', mode)",
        "Path('a').open('x')",
        "path.open(mode='r+')",
        "io.open('a', 'w')",
        "gzip.open('a', 'wb')",
        "Path('a').write_text('')",
        "path.write_bytes(b'')",
        "frame.write_csv('a')",
        "frame.write_parquet(path)",
        "frame.lazy().sink_parquet('a')",
        "json.dump(x, path)",
        "os.replace(a, b)",
        "os.open(a, os.O_RDONLY)",
        "from os import replace",
        "import shutil\nshutil.move(a, b)",
        "from tempfile import mkdtemp",
        "path.with_suffix('.x').unlink()",
        "path.rename(other)",
        "path.replace(other)",
    ],
)
def test_what_writes_is_seen(code: str) -> None:
    assert found_in(ast.parse(code))


@pytest.mark.parametrize(
    "code",
    [
        "open('a')",
        "open('a', 'rb')",
        "path.open()",
        "path.open('rb')",
        "frame.write_csv(stream)",
        "json.dumps(x)",
    ],
)
def test_what_reads_is_let_be(code: str) -> None:
    assert not found_in(ast.parse(code))
