// A table that is wider than the window scrolls by the keyboard too.
document$.subscribe(() => requestAnimationFrame(() => {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap")) wide.tabIndex = 0
}))
