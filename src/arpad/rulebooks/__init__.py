"""Who decides how: one folder per governing body, with all that it decides and nothing else."""
