"""Systems that rate an event together: all its games against the ratings before it."""
