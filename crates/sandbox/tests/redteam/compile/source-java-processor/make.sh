# An annotation processor is a program that runs in the compiler, which finds it by itself.
mkdir -p processor/META-INF/services && echo Spy > processor/META-INF/services/javax.annotation.processing.Processor &&
    "$1" -proc:none -d processor "$2/Spy.java" && "$1" -cp processor -processor Spy -d . "$2/Main.java" && cp Main.class product
