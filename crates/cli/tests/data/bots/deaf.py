"""Never reads its input."""
import time

time.sleep(1e6)
