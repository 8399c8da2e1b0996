"""The board that the other tests talk to behaves as a real one where the unix port does not."""

import socket
from pathlib import Path

from host_tools.device import link
from tests.support.stand_in import StandIn

# Has to do for a while before it sleeps first, and afterwards before it ends.
MAIN = b"""
import time
print("begun")
for _ in range(1000000):
    pass
print("made")
try:
    while True:
        time.sleep_ms(2)
except KeyboardInterrupt:
    time.sleep_ms(100)
    print("saved")
"""


def test_ctrl_c_ends_a_program_where_it_sleeps_and_the_rest_is_kept_for_the_repl(tmp_path: Path) -> None:
    with StandIn(tmp_path / "image") as board:
        assert link.serve("put", board.port, lambda found: found.put("/main.py", MAIN)) == 0
        assert board.heard("begun")
        with socket.create_connection(("127.0.0.1", int(board.port.rpartition(":")[2]))) as host:
            # In one piece: Ctrl-C, then Ctrl-A for the raw REPL and a command.
            host.sendall(b"\r\x03\r\x01print(6*7)\x04")
            assert board.heard("42"), board.said
        places = [board.said.index(text) for text in (b"made", b"saved", b">>> ", b"raw REPL")]
        assert places == sorted(places)
