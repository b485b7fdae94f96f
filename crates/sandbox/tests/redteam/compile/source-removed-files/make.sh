# Files without a name are found by nobody who adds up a folder.
for number in 3 4 5 6; do
    eval "exec $number>file"
    rm file
    yes | head -c 60000000 >&$number || { echo "STOPPED ENOSPC: write"; exit 1; }
done
sleep 2
echo "SUCCEEDED: 240 MB without a name"
exit 1
