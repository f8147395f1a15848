"""Settings of all tests: Hypothesis has no deadline, and in CI tries the same examples every time.

`local_discord` and `meet`, a Discord and its people, are fixtures of all tests.
"""

import os

from hypothesis import settings

pytest_plugins = ["local_discord.pytest_plugin", "pytester"]

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
