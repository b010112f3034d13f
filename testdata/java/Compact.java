// level 25
// A compact source file: methods and fields without a class around them, and an instance main.
import module java.base;

static int n;
static final int LIMIT = 2;
final int first = 1; // count=1
int count = start(first); // count=1
final int second = 2, // count=1
    third = second + 1; // count=1
final List<String> seen = new ArrayList<>(), more[] = new List[] {List.of()}; // count=1
int[] numbers = {1, 2}, // count=1
    table[] = {{start(1)}}, // count=1
    none;
Runnable r = () -> // count=1
    n++; // count=1
private static final Supplier<Integer> TWO = () -> { return 2; }; // count=1
static String word = // count=1
    "a".repeat(LIMIT);
@Deprecated
static boolean flag = word.isEmpty(); // count=1
transient volatile char letter = word.charAt(1); // count=1
final int last = 3; // nothing counts after it

int start(int x) {
    if (x > 1) // count=2
        return 0; // count=0
    return x; // count=2
}

record Pair(int a, int b) {
    Pair {
        if (a > b) // count=2
            throw new IllegalArgumentException(); // count=1
    }
    int sum() { return a + b; } // count=1
}

enum Size { SMALL, BIG { int v() { return 2; } }; int v() { return 1; } } // count=1

interface Shape { default int area() { return 3; } } // count=1

class Inner {
    void run() {
        new Object() { void go() { n++; } }.go(); // count=1
    }
}

<T> T id(T t) throws Exception {
    return t; // count=2
}

void main(String[] args) throws Exception {
    r.run(); // count=1
    new Inner().run(); // count=1
    id(new Pair(1, 2)).sum(); // count=1
    try { // count=1
        new Pair(2, 1); // count=1
    } catch (IllegalArgumentException _) {
        seen.add("a"); // count=1
    }
    for (var s : Size.values()) // count=1
        s.v(); // count=2
    new Shape() { }.area(); // count=1
    id(TWO).get(); // count=1
    class Local { int x() { return count; } } // count=1
    new Local().x(); // count=1
    IO.print(n == 2 && count == 1 ? "" : "wrong"); // count=1
}
