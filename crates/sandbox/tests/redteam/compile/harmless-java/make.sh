"$1" -d . "$2/Main.java" && cp Main.class product
