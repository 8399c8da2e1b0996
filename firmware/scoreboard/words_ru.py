"""The Russian texts of the LED board, but those of the menu."""

# A key, then the two lines of the centre with `/` between them; a %s takes a number or a name.
TABLE = """
lag | НАЧАЛО/A B?
warn | ПРЕДУПР/OK?
clear | УБРАТЬ/ЛИШНИЕ
spot | НА СТОЛ/%s
rear-spot | ТОЧКА/%s
rear-spot:any | ТОЧКА/ЛЮБОЙ
restore | ВЕРНУТЬ/ШАРЫ
replay | ПОВТОР/УДАРА
jaws | ШАР/В СТВОР
cue:house | С РУКИ/ДОМ
cue:anywhere | БИТОК/%s: ГДЕ?
cue:pocket | БИТОК/К ЛУЗЕ
ball:anywhere | ШАР/%s: ГДЕ?
temporary-house | ДАЛЬН./ДОМ
no-call | БЕЗ/ЗАКАЗА
refused | СЕЙЧАС/НЕЛЬЗЯ
next | НОВАЯ/ПАРТИЯ?
ok | OK?
miss | МИМО?
undo-game | ПРЕД./ПАРТИЯ?
insert-before | ДО %s/%s
replace | ЗАМЕНА
insert | ВСТАВКА
remove | СНЯТЬ
A | БЬЁТ A
B | БЬЁТ B
next-game | С НОВОЙ/ПАРТИИ
skip | P%s?/СНЯТЬ?
over | ПАРТИЯ/ОКОНЧ.
lag-first | ХОДА/НЕТ
lag-decided | НАЧАЛО/РЕШЕНО
ball-gone | ШАРА %s/НЕТ
one-ball-left | ОДИН/ШАР
still | ШАРЫ/СТОЯЛИ
with-balls | ШАРЫ/ЗАБИТЫ
tap-or-hold | КРАТКО/ИЛИ 2 С
hold-ok | ДЕРЖИ/OK
case-not-entered | СЛУЧАЯ/%s НЕТ
case-with-foul | ШТРАФ/ЛИШНИЙ
case-not-alone | СЛУЧ.%s/НЕ УДАР
no-more | БОЛЬШЕ/НЕТ
two-keys | ОДНА/КНОПКА
undo-again | UNDO/ЕЩЁ РАЗ
nothing-to-undo | НЕЧЕГО/СНЯТЬ
menu-key | A B OK/MENU
menu-range | ОТ %s/ДО %s
setting | НЕЛЬЗЯ
no-series | НЕТ/СЕРИИ
later | МЕШАЕТ/N%s
undo | СНЯТЬ/%s
review | N%s/%s
points | ОЧКИ/ПОБЕДА
penalty | ШТРАФ/ПОБЕДА
shootout-pot | 70:70/ПОБЕДА
shootout-foul | ШТРАФ/ПОБЕДА
stalemate | ПАТ/НИЧЬЯ
concession | СДАЧА/ПОБЕДА
adjustment | ПРАВКА/ПОБЕДА
call-ball | ЗАКАЗ/?
call-pocket | ЗАКАЗ/%s В ?
case | СЛУЧАЙ/?
late | СЛУЧ.6/ШАР?
reason | ШТРАФ/1-11?
beam-faulty | ЛУЧ %s/СБОЙ
beam-obstructed | ЛУЧ %s/ЗАКРЫТ
beams-dark | ЛУЧИ/ТЕМНО
key-stuck | ЗАЕЛО/%s
flash | ФЛЕШ/СБОЙ
error | СБОЙ/E
settings | НАСТР./СБОЙ
"""
