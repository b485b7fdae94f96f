# A build runs what it has just built: a generator, a build script, `./configure`.
cc "$2/main.c" -o generator && ./generator > made.c && cc made.c -o product
