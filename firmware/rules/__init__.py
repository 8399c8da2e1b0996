"""The game of Small Russian Pyramid: pure rules, no input or output, no clock."""

from .errors import ImpossibleValue as ImpossibleValue
from .errors import NotAllowed as NotAllowed
from .errors import RulesError as RulesError
from .errors import UnreadableToken as UnreadableToken
from .events import Event as Event
from .game import Game as Game
from .position import Options as Options
from .position import Position as Position
