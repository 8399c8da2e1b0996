"""The device: wiring, loop, supervisor. Knows everybody; runs on the ESP32 and in the twin alike."""
