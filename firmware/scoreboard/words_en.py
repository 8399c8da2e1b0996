"""The English texts of the LED board, but those of the menu."""

# A key, then the two lines of the centre with `/` between them; a %s takes a number or a name.
TABLE = """
lag | LAG/A B?
warn | WARN/OK?
clear | CLEAR/OTHERS
spot | SPOT/%s
rear-spot | REAR/SPOT %s
rear-spot:any | SPOT/ANY
restore | RESTORE/BALLS
replay | PLAY/AGAIN
jaws | BALL/TO JAWS
cue:house | IN HAND/HOUSE
cue:anywhere | CUE/ASK %s
cue:pocket | CUE/POCKET
ball:anywhere | BALL/ASK %s
temporary-house | FAR/HOUSE
no-call | NO/CALL
refused | NOT/NOW
next | NEXT/GAME?
ok | OK?
miss | MISS?
undo-game | LAST/GAME?
insert-before | PRE %s/%s
replace | REPLACE
insert | INSERT
remove | REMOVE
A | A FIRST
B | B FIRST
next-game | FROM/NEXT
skip | P%s?/SKIP?
over | GAME/OVER
lag-first | NO TURN/A B?
lag-decided | LAG/IS DONE
ball-gone | BALL %s/GONE
one-ball-left | ONE/BALL
still | NOTHING/MOVED
with-balls | BALLS/MOVED
tap-or-hold | TAP OR/HOLD
hold-ok | HOLD/OK
case-not-entered | NO/CASE %s
case-with-foul | NO FOUL/HERE
case-not-alone | CASE %s/ALONE
no-more | NO/MORE
two-keys | ONE/KEY
undo-again | UNDO/AGAIN
nothing-to-undo | NOTHING/TO UNDO
menu-key | A B OK/MENU
menu-range | %s TO/%s
setting | NOT/OK
no-series | NO/SERIES
later | SPOILS/N%s
undo | UNDO/%s
review | N%s/%s
points | WINS/POINTS
penalty | WINS/PENALTY
shootout-pot | WINS/70:70
shootout-foul | WINS/PENALTY
stalemate | STALE/MATE
concession | WINS/FORFEIT
adjustment | WINS/ADJUST
call-ball | CALL/?
call-pocket | CALL/%s TO ?
case | CASE/?
late | CASE 6/BALL?
reason | FOUL/1-11?
beam-faulty | BEAM %s/FAULT
beam-obstructed | BEAM %s/BLOCKED
beams-dark | BEAMS/DARK
key-stuck | STUCK/%s
flash | FLASH/FAULT
error | ERROR/E
settings | SETUP/FAULT
"""
