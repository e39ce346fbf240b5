"""The pages of a tournament: each module is a page, or an act with the page from which it is done."""
