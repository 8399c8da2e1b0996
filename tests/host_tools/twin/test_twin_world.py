"""Time, power, resets."""

import pytest

from host_tools.twin.flash_chip import PowerLost
from host_tools.twin.machine import Reset
from host_tools.twin.world import World
from tests.support.twin_scenes import Board, Probe, board_with


def times(world: World) -> "list[int]":
    seen = world.app.seen
    assert isinstance(seen, list)
    return seen


def note(probe: Probe, now: int) -> None:
    probe.seen.append(now)


def test_a_step_each_2_ms_however_time_is_cut_up() -> None:
    world = board_with(note)
    for ms in (1, 2, 3, 0, 10, 1, 1):
        world.run(ms)
    assert times(world) == list(range(0, 19, 2))
    assert world.now_us == 18_000
    assert world.step_count == 10


def test_a_stall_is_one_gap() -> None:
    world = board_with(note)
    world.run(3)
    world.stall(80)
    world.run(4)
    assert times(world) == [0, 2, 83, 85, 87]


def test_ticks_wrap_and_begin_anew() -> None:
    world = board_with(note)
    world.run(10)
    world.power_off()
    world.run(10)
    world.set_clock(2**30 - 4)
    world.power_on()
    world.run(8)
    assert times(world) == [2**30 - 4, 2**30 - 2, 0, 2, 4]
    world.power_off()
    world.power_on()
    assert times(world) == [0]


def test_power_on_boots_through_the_first_step_in_no_time() -> None:
    world = World(Board, build=lambda machine, board, fs: Probe(machine, board, fs, note))
    assert not world.powered
    world.run(100)
    world.power_on()
    world.power_on()
    assert (world.now_us, times(world), world.powered) == (100_000, [0], True)
    assert world.app.machine.reset_cause() == world.app.machine.PWRON_RESET
    world.power_off()
    assert world.app is None
    world.run(100)
    assert world.now_us == 200_000


def test_errors_of_the_firmware_come_through_and_time_goes_on() -> None:
    def act(probe: Probe, now: int) -> None:
        if now == 4:
            raise KeyError("a fault")

    world = board_with(act)
    with pytest.raises(KeyError):
        world.run(10)
    world.run(10)
    assert world.app.steps == 8


@pytest.mark.parametrize("swallow", [Exception, BaseException])
def test_no_firmware_outlives_its_power(swallow: "type[BaseException]") -> None:
    def act(probe: Probe, now: int) -> None:
        try:
            with probe.fs.open("log", "a") as file:
                file.write("line\n")
        except swallow:
            probe.seen.append(now)

    world = board_with(act)
    probe = world.app
    world.cut(9)
    world.run(1000)
    assert not world.powered
    assert world.app is None
    assert len(probe.seen) == (swallow is BaseException)
    steps = probe.steps
    world.run(1000)
    assert probe.steps == steps
    world.power_on()
    assert 0 < world.fs.stat("log")[6] <= 5 * steps + 5


def test_power_lost_while_starting() -> None:
    world = World(Board, build=lambda machine, board, fs: Probe(machine, board, fs, None))
    world.cut(3)
    world.power_on()
    assert not world.powered
    world.power_on()
    assert world.powered
    with pytest.raises(PowerLost):
        world.flash.cut(1)
        world.fs.mkdir("/x")


def test_the_watchdog_bites_one_that_does_not_feed_it() -> None:
    def act(probe: Probe, now: int) -> None:
        if probe.steps == 1:
            probe.wdt = probe.machine.WDT(timeout=100)  # type: ignore[attr-defined]
        elif now < 50 or probe.machine.reset_cause() == probe.machine.WDT_RESET:
            probe.wdt.feed()  # type: ignore[attr-defined]

    world = board_with(act)
    first = world.app
    first.machine.RTC().memory(b"kept")
    world.run(146)
    assert world.app is first
    world.run(10)
    assert world.app is not first
    assert world.app.machine.reset_cause() == world.app.machine.WDT_RESET
    assert world.app.machine.RTC().memory() == b"kept"
    second = world.app
    world.run(1000)
    assert world.app is second
    world.power_off()
    world.power_on()
    assert world.app.machine.RTC().memory() == b""


def test_the_watchdog_bites_in_a_stall_and_can_be_set_anew() -> None:
    world = board_with()
    first = world.app
    first.machine.WDT(timeout=100)
    first.machine.WDT(timeout=8000)
    world.stall(7000)
    assert world.app is first
    world.stall(2000)
    assert world.app is not first
    assert world.now_us == 9_000_000
    assert world.app.steps == (9000 - 8002) // 2 + 1


def test_time_never_goes_back() -> None:
    world = board_with()
    world.app.machine.WDT(timeout=101)
    world.run(101)
    world.stall(10)
    assert world.now_us == 111_000
    assert world.app.machine.reset_cause() == world.app.machine.WDT_RESET


def test_a_reset_takes_time_so_that_a_loop_of_them_ends() -> None:
    starts = []

    def build(machine: object, board: object, fs: object) -> object:
        starts.append(machine)
        raise Reset(2)

    world = World(Board, build=build)
    world.power_on()
    world.run(10)
    assert len(starts) == 6
    assert world.app is None
    assert world.powered


def test_machine_reset() -> None:
    def act(probe: Probe, now: int) -> None:
        if probe.machine.reset_cause() == probe.machine.PWRON_RESET and now == 4:
            probe.machine.reset()

    world = board_with(act)
    world.run(10)
    assert world.app.machine.reset_cause() == world.app.machine.HARD_RESET


def test_pins_that_the_chip_has_not() -> None:
    pin = board_with().app.machine.Pin
    with pytest.raises(ValueError, match="invalid"):
        pin(40, pin.IN)
    with pytest.raises(ValueError, match="input"):
        pin(36, pin.OUT)
    assert pin(0, pin.OUT, value=1) is pin(0)
    pin(0).off()
    assert pin(0).value() == 0


def test_the_buzzer_sounds() -> None:
    world = board_with()
    machine = world.app.machine
    assert world.tone == 0
    pwm = machine.PWM(machine.Pin(Board.BUZZER), freq=2000, duty_u16=0)
    assert world.tone == 0
    pwm.duty_u16(32768)
    assert world.tone == 2000
    pwm.freq(300)
    assert (world.tone, pwm.freq(), pwm.duty_u16()) == (300, 300, 32768)
    pwm.deinit()
    assert world.tone == 0
    world.power_off()
    assert world.tone == 0


def test_rtc_memory_is_limited() -> None:
    rtc = board_with().app.machine.RTC()
    rtc.memory(bytes(2048))
    with pytest.raises(ValueError, match="long"):
        rtc.memory(bytes(2049))
