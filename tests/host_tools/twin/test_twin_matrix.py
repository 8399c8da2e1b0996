"""The panel's matrix: what the column pins read."""

import itertools

import pytest

from host_tools.twin.world import World
from tests.support.twin_scenes import Board, Probe, board_with

SIDE = 5


def scan(keys: "set[int]", diodes: bool = True) -> "set[int]":
    """The keys that a row by row scan reads as down, while `keys` are."""
    world = board_with()
    world.diodes = diodes
    for key in keys:
        world.down(key)
    world.run(6)
    return {
        row * SIDE + column for row, low in enumerate(world.app.scan()) for column in range(SIDE) if low >> column & 1
    }


@pytest.mark.parametrize("key", range(SIDE * SIDE))
def test_each_key_alone(key: int) -> None:
    assert scan({key}) == {key}
    assert scan({key}, diodes=False) == {key}


def test_with_diodes_any_keys_read_right() -> None:
    for keys in itertools.islice(itertools.combinations(range(SIDE * SIDE), 4), 0, None, 157):
        assert scan(set(keys)) == set(keys)
    assert scan(set(range(25))) == set(range(25))


def test_without_diodes_three_corners_make_the_fourth() -> None:
    assert scan({0, 1, 5}) == {0, 1, 5}
    assert scan({0, 1, 5}, diodes=False) == {0, 1, 5, 6}


def test_without_diodes_current_takes_any_way() -> None:
    # A chain from column 0 over three rows to column 3: one net, so each of its rows reads all its columns.
    chain = {0, 1, 6, 7, 12, 13}
    assert scan(chain, diodes=False) == {row * SIDE + column for row in range(3) for column in range(4)}


def test_rows_read_back_what_pulls_them_low() -> None:
    world = board_with()
    probe = world.app
    world.diodes = False
    world.down(0)
    world.down(5)
    world.run(6)
    probe.rows[0].value(0)
    assert [row.value() for row in probe.rows] == [0, 0, 1, 1, 1]
    world.diodes = True
    assert [row.value() for row in probe.rows] == [0, 1, 1, 1, 1]


def sampled() -> "tuple[World, list[int]]":
    """A board, and whether key 0 read down at each step."""

    def act(probe: Probe, now: int) -> None:
        seen.append(probe.low_columns())

    seen: "list[int]" = []
    world = board_with(act)
    world.app.rows[0].value(0)
    return world, seen


def test_contacts_bounce_on_both_edges_and_come_to_rest_after_5_ms() -> None:
    world, seen = sampled()
    bounces = 0
    for i in range(40):
        down = i % 2 == 0
        seen.clear()
        (world.down if down else world.up)(0)
        world.run(6)
        bounces += seen.count(not down)
        seen.clear()
        world.run(15)
        assert set(seen) == {down}
    # Of 100 samples within 5 ms after an edge.
    assert 20 < bounces < 80


def test_a_release_in_the_middle_of_a_bounce_wins() -> None:
    world, seen = sampled()
    world.down(0)
    world.run(2)
    world.up(0)
    world.run(6)
    seen.clear()
    world.run(50)
    assert not any(seen)


def test_a_powerless_board_notices_nothing() -> None:
    world = board_with()
    world.power_off()
    world.down(3)
    world.run(50)
    world.power_on()
    assert world.app.scan()[0] == 1 << 3


@pytest.mark.parametrize("key", [-1, 25])
def test_no_such_key(key: int) -> None:
    with pytest.raises(IndexError):
        board_with().down(key)


def test_all_rows_float_after_a_reset() -> None:
    world = board_with()
    for row in world.app.rows:
        row.value(0)
    world.down(0)
    world.run(10)
    world.power_off()
    world.power_on()
    assert world.app.low_columns() == 0
    assert len(Board.ROWS) == SIDE
