"""Formats that follow from a table or from the results alone: round robin, knockout, groups, team matches."""
