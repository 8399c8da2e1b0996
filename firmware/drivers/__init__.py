"""The only code that touches the hardware; pins and buses are handed in."""
