cp "$2"/* . && make -j2 && make product
