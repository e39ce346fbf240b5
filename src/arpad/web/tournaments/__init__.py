"""The pages of a tournament: each module is a page, or an act with the page from which it is done.

The names of a page's fields are the keys of the page as JSON, which programs read; they stay as they are.
"""
