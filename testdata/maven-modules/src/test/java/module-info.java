/** The module again, for its tests: javac then compiles App twice. */
open module named {
    requires java.logging;
}
