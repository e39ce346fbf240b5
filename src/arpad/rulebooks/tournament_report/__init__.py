"""A tournament as its report has it: read, paired, ranked and checked by the rules of its system."""
