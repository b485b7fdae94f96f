# Code that runs in a compiler changes what it cannot open.
if chmod 777 "@SECRET@"; then echo "SUCCEEDED: the permissions of a file of others"; else echo "STOPPED refused: chmod"; fi
exit 1
