"""What the referee has to do now: a prompt is its kind and the ball or player that belongs to it, 0 for neither."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    Prompt = tuple[str, "int | str"]

# In the order in which they are given. Where it is anywhere, the player who made the stroke may ask for it.
KINDS = ("lag", "warn", "clear", "spot", "rear-spot", "restore", "replay", "jaws", "cue:house", "cue:anywhere") + (
    "cue:pocket",
    "ball:anywhere",
    "temporary-house",
    "no-call",
)
# Where the cue ball is placed: of these the latest holds.
PLACEMENTS = ("cue:house", "cue:anywhere", "cue:pocket", "temporary-house")


def in_order(prompts: "list[Prompt]") -> "list[Prompt]":
    """Sorted by KINDS, balls ascending."""
    return [prompt for kind in KINDS for prompt in sorted([one for one in prompts if one[0] == kind])]
