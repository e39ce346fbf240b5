"""Self-contained HTML pages: ranking lists, tournaments, explanations; from the templates beside them."""
