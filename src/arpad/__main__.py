"""``python -m arpad``: the command line."""

from arpad.cli.process import run

if __name__ == "__main__":
    run()
