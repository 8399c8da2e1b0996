"""What outlasts a power cut: files, journal, settings, log, and the session that keeps a game on them."""
