"""Every text of the LED board in both languages: two lines of the centre each, `/` between them."""

LANGUAGES = ("ru", "en")

# Key, Russian, English; a %s takes a number or a name. One string, as a table of strings takes three times the memory.
TABLE = """
lag | НАЧАЛО/A B? | LAG/A B?
warn | ПРЕДУПР/OK? | WARN/OK?
spot | НА СТОЛ/%s | SPOT/%s
rear-spot | ТОЧКА/%s | REAR/SPOT %s
restore | ВЕРНУТЬ/ШАРЫ | RESTORE/BALLS
replay | ПОВТОР/УДАРА | PLAY/AGAIN
jaws | ШАР/В СТВОР | BALL/TO JAWS
cue:house | С РУКИ/ДОМ | IN HAND/HOUSE
cue:anywhere | БИТОК/ГДЕ? | CUE/WHERE?
cue:pocket | БИТОК/К ЛУЗЕ | CUE/POCKET
ball:anywhere | ШАР/ГДЕ? | BALL/WHERE?
temporary-house | ДАЛЬН./ДОМ | FAR/HOUSE
no-call | БЕЗ/ЗАКАЗА | NO/CALL
refused | НЕЛЬЗЯ/%s | NO/%s
undo | СНЯТЬ/%s | UNDO/%s
review | N%s/%s | N%s/%s
points | ОЧКИ/ПОБЕДА | WINS/POINTS
penalty | ШТРАФ/ПОБЕДА | WINS/PENALTY
shootout-pot | 70:70/ПОБЕДА | WINS/70:70
shootout-foul | ШТРАФ/ПОБЕДА | WINS/PENALTY
stalemate | ПАТ/НИЧЬЯ | STALE/MATE
concession | СДАЧА/ПОБЕДА | WINS/FORFEIT
adjustment | ПРАВКА/ПОБЕДА | WINS/ADJUST
call-ball | ЗАКАЗ/? | CALL/?
call-pocket | ЗАКАЗ/%s В ? | CALL/%s TO ?
case | СЛУЧАЙ/? | CASE/?
late | СЛУЧ.6/ШАР? | CASE 6/BALL?
reason | ШТРАФ/1-11? | FOUL/1-11?
beam-faulty | ЛУЧ %s/СБОЙ | BEAM %s/FAULT
beam-obstructed | ЛУЧ %s/ЗАКРЫТ | BEAM %s/BLOCKED
beams-dark | ЛУЧИ/ТЕМНО | BEAMS/DARK
key-stuck | КНОПКА/%s | STUCK/%s
flash | ФЛЕШ/СБОЙ | FLASH/FAULT
menu | МЕНЮ/%s | MENU/%s
new-game | НОВАЯ | NEW
adjust-a | ПОПР. A | ADJ A
adjust-b | ПОПР. B | ADJ B
concede-a | A СДАЧА | A QUITS
concede-b | B СДАЧА | B QUITS
handicap_a | ФОРА A | HCAP A
handicap_b | ФОРА B | HCAP B
stalemate-option | ПАТ | STALE
series | СЕРИЯ | FIRST TO
swapped | МЕСТА | SIDES
language | ЯЗЫК | LANG
brightness | ЯРКОСТЬ | BRIGHT
sound | ЗВУК | SOUND
beam | ЛУЧ %s | BEAM %s
shootout | 70:70 | 70:70
draw | НИЧЬЯ | DRAW
on | ДА | ON
off | НЕТ | OFF
ok? | OK? | OK?
brightness_night | НОЧЬ | NIGHT
dim_after | ПАУЗА | PAUSE
self-test | ТЕСТ | TEST
beams-follow | ЛУЧИ/В НОРМЕ | BEAMS/OK
beam-no-light | ЛУЧ %s/ТЕМНО | BEAM %s/DARK
beam-deaf | ЛУЧ %s/ЗАСВЕТ | BEAM %s/LIT
beam-inverted | ЛУЧ %s/ИНВЕРС | BEAM %s/INVERSE
beam-uncounted | ЛУЧ %s/ОПРОС | BEAM %s/POLLED
fact | %s | %s
key | КНОПКА/%s | KEY/%s
error | СБОЙ/E | ERROR/E
settings | НАСТР./СБОЙ | SETUP/FAULT
safe-mode | SAFE/MODE | SAFE/MODE
"""


def find(key: str) -> "tuple[str, ...]":
    """The Russian and the English text; nothing for a key that is not there."""
    begin = TABLE.find("\n" + key + " | ")
    return tuple(TABLE[begin + 1 : TABLE.find("\n", begin + 1)].split(" | ")[1:]) if begin >= 0 else ()


def lines(language: str, key: str, *values: object) -> "tuple[str, str]":
    """The upper and the lower line of a text."""
    text = find(key)[LANGUAGES.index(language)]
    head, _, foot = (text % values if values else text).partition("/")
    return head, foot
