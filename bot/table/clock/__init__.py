"""How long a move may take, how much of it is used, and what rings when it is up; see decision 20.

Nothing is counted. When a player could move follows from the table's record, and what they have used follows
from that, outages and their quiet hours, in memory or not. What is saved is never more: a crash gives time
back and takes none.

When the time is up, a computer makes that move; or the next player may, if the table's options say so, and
the computer only in as much time again. Instants are by the monotonic clock.
"""
