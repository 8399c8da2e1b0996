"""The Russian texts of the menu and the self-test; see words_ru."""

TABLE = """
menu | МЕНЮ/%s
new-game | НОВАЯ
adjust-a | ПОПР. A
adjust-b | ПОПР. B
concede-a | A СДАЧА
concede-b | B СДАЧА
handicap_a | ФОРА A
handicap_b | ФОРА B
stalemate-option | ПАТ
series | СЕРИЯ
won_a | ПОБЕД A
won_b | ПОБЕД B
swapped | ОБМЕН
language | ЯЗЫК
brightness | ЯРКОСТЬ
sound | ЗВУК
beam | ЛУЧ %s
shootout | 70:70
draw | НИЧЬЯ
on | ДА
off | НЕТ
brightness_night | НОЧЬ
dim_after | ПАУЗА
self-test | ТЕСТ
beams-follow | ЛУЧИ/В НОРМЕ
beam-no-light | ЛУЧ %s/ТЕМНО
beam-deaf | ЛУЧ %s/ЗАСВЕТ
beam-inverted | ЛУЧ %s/ИНВЕРС
beam-uncounted | ЛУЧ %s/ОПРОС
beam-spikes | ПОМЕХ %s/%s
lost | УТЕРЯНО/%s
fact | %s
key | КНОПКА/%s
"""
