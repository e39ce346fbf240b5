"""The pages of players: a career in a pool, and the register of the organisation's players."""
