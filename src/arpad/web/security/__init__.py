"""Who may do what in the browser: sessions, forged requests, headers that keep strangers' scripts out."""
