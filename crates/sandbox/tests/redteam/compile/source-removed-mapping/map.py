import mmap
import os
import time

kept = []
try:
    for number in range(4):
        with open("file", "w+b") as file:
            file.write(b"x" * 60_000_000)
            file.flush()
            kept.append(mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ))
        os.remove("file")
except OSError as error:
    print(f"STOPPED {os.strerror(error.errno) and 'ENOSPC'}: write")
    raise SystemExit(1)
time.sleep(2)
print("SUCCEEDED: 240 MB without a name")
raise SystemExit(1)
