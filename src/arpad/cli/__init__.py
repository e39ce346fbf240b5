"""The command line: one command, one function of the public face, and its rendering."""

from arpad.cli.app import main

__all__ = ["main"]
