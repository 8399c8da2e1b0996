"""What a hand means: gestures, the stroke being drafted, falls, review, menu."""
