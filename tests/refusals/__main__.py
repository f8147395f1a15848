"""See `tests.refusals.table`."""

import sys

from tests.refusals.table import main

sys.exit(main())
