"""What is to be seen on the board, whatever draws it."""


class View:
    """Plain values for a face; `version` grows whenever one of them changed.

    Scores as shown on the left and right, always the official ones. `turn` and `winner`: 0 nobody, 1 left, 2 right.
    `ahead`: OK would record something, and since `ahead_at` (ms) that is: `gain_left` and `gain_right` added to the
    scores, `next_turn` and `next_winner` as `turn` and `winner` would be then. All four are 0 while it would not; what
    blinks is lit first. `head` and `foot`: texts of the centre, shown since `head_at` and `foot_at` (ms). `ack`: the
    dot that acknowledges a key. `alarm`: something is broken. `brightness` 0 to 15. `pattern`: 1 to 4 instead of all
    that while the LEDs are tested, else 0; each LED is lit by two of them at least.
    `sign`: what is asked for or wrong, in no language, and `sign_value` what belongs to it: "fall", "unsure" and the
    pocket; "spot", "rear-spot" and the ball; "review" and the event's number; "menu" and a pair, its item and the value
    that is being chosen or None; "undo" and the event; 0 with any other prompt of the rules, the key of a fault's text,
    or "".
    """

    def __init__(self) -> None:
        self.score_left = 0
        self.score_right = 0
        self.turn = 0
        self.winner = 0
        self.over = False
        self.ahead = False
        self.ahead_at = 0
        self.gain_left = 0
        self.gain_right = 0
        self.next_turn = 0
        self.next_winner = 0
        self.head = ""
        self.head_at = 0
        self.foot = ""
        self.foot_at = 0
        self.ack = False
        self.alarm = False
        self.sign = ""
        self.sign_value: "object" = 0
        self.brightness = 8
        self.pattern = 0
        self.version = 0

    def show_text(self, head: str, foot: str, now_ms: int) -> None:
        """Puts the two lines in the centre; a line that stays keeps on scrolling where it is."""
        if head != self.head:
            self.head, self.head_at = head, now_ms
        if foot != self.foot:
            self.foot, self.foot_at = foot, now_ms
