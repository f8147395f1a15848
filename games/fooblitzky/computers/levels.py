"""The levels of Fooblitzky's computers, from weakest to strongest."""

from games.fooblitzky.computers.forgetful import local, tourist
from games.fooblitzky.computers.shopper import shopper
from games.fooblitzky.computers.sleuth import inspector, sleuth
from games.game import Level

LEVELS = (
    Level("tourist", "Beginner", "Forgets prices and what it saw.", tourist, was=("walker",)),
    Level("local", "Easy", "Forgets shops in other quarters.", local),
    Level("shopper", "Medium", "Keeps notes, buys what could fit.", shopper),
    Level("inspector", "Hard", "Works it out, plans few walks.", inspector, was=("detective",)),
    Level("sleuth", "Expert", "Works out the four, and races.", sleuth),
)
