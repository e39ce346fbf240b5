"""Machine code: what a kernel is, how it is compiled and where it is kept. Nothing here knows of ratings."""
