# The same without a descriptor: a file that is mapped.
exec python3 "$2/map.py"
