# Builds may lock: several share a folder of what they made.
flock lock cc "$2/main.c" -o product
