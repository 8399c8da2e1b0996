"""What the command lines of all verbs share."""

import argparse
import sys
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one line, and ends with exit status 2."""

    def error(self, message: str) -> NoReturn:
        """Prints the message on stderr and exits."""
        print(f"{self.prog}: {message} (--help tells more)", file=sys.stderr)
        sys.exit(2)
