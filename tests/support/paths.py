"""Where the parts of the checkout lie."""

from __future__ import annotations

import os
from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
PACKAGE = ROOT / "mathhammer"
#: Scenarios with exact right values, where they lie beside the checkout.
CASES = Path(os.environ.get("MATHHAMMER_CASES", ROOT.parent / "shared" / "cases"))
