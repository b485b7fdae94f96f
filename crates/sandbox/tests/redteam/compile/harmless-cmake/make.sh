cmake -S "$2" -B build -G Ninja && cmake --build build && cp build/product product
