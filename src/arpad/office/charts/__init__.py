"""Charts of ratings as SVG, drawn without a script: lines over time, and 95 % intervals."""
