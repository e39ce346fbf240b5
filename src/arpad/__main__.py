"""``python -m arpad``: the command line."""

from arpad.cli import main

if __name__ == "__main__":
    main(prog_name="arpad")
