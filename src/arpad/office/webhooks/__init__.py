"""Webhooks: what happens in a pool or a queue is sent to the server of a game, signed and in order."""
