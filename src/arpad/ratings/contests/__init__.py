"""Contests of many sides or sides of several players: TrueSkill, Weng–Lin, Elo-MMR."""
