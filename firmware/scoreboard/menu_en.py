"""The English texts of the menu and the self-test; see words_en."""

TABLE = """
menu | MENU/%s
new-game | NEW
adjust-a | ADJ A
adjust-b | ADJ B
concede-a | A QUITS
concede-b | B QUITS
handicap_a | HCAP A
handicap_b | HCAP B
stalemate-option | STALE
series | FIRST TO
won_a | WON A
won_b | WON B
swapped | SWAP
language | LANG
brightness | BRIGHT
sound | SOUND
beam | BEAM %s
shootout | 70:70
draw | DRAW
on | ON
off | OFF
brightness_night | NIGHT
dim_after | PAUSE
self-test | TEST
beams-follow | BEAMS/OK
beam-no-light | BEAM %s/DARK
beam-deaf | BEAM %s/LIT
beam-inverted | BEAM %s/INVERSE
beam-uncounted | BEAM %s/POLLED
beam-spikes | SPIKE %s/%s
lost | LOST/%s
fact | %s
key | KEY/%s
"""
