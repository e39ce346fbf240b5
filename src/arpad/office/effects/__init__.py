"""What events do: the state of a tournament while its events are read, and how each event changes it."""
