# A macro is a program that runs in the compiler.
cd "$TMPDIR" && "$1" --crate-type proc-macro "$2/macro.rs" && "$1" --extern macro=libmacro.so -L . "$2/main.rs" -o product
