#!/bin/sh
# The player compiles, plays a game without a fault, and wins it. SANDTABLE is the program, if it is not in the search path.
set -e
cd "$(dirname "$0")"
report=$("${SANDTABLE:-sandtable}" match fc18 . random random random --seed 1 --json)
case $report in
  *'"outcome":[{"place":1,'*) ;;
  *) echo "it did not win: $report"; exit 1 ;;
esac
echo "won"
