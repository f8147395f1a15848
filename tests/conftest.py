"""Settings of all tests: Hypothesis has no deadline, and in CI tries the same examples every time.

How many it tries is up to `tests.deep`.

`local_discord` and `meet`, a Discord and its people, are fixtures of all tests.
"""

import os

from hypothesis import settings

from tests.deep import examples

pytest_plugins = ["local_discord.pytest_plugin", "pytester"]

settings.register_profile("local", deadline=None, max_examples=examples(25))
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
