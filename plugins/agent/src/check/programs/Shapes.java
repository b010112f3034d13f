import java.util.concurrent.Callable;

/** Shapes of code: each case prints what it does, so that a change of behaviour is seen. */
public class Shapes {
    static int n;

    static int odd(int i) {
        if (i % 2 != 0) {
            throw new IllegalStateException("odd " + i);
        }
        return i;
    }

    static class Base {
        static int made;
        int field = odd(made++ == 5 ? 1 : 0);

        Base() {
        }

        Base(int i) {
            this(odd(i), "");
            n += odd(i + made % 2);
        }

        Base(int i, String s) {
            super();
            if (i > 3) {
                throw new IllegalArgumentException(s + i);
            }
        }

        Base(boolean swallow) {
            this(swallow ? 0 : 1);
        }
    }

    static class Derived extends Base {
        final int[] more;

        Derived(int i) {
            super(i > 6 ? odd(i) : i);
            more = new int[i - 3];
        }

        Derived(int i, Derived d) {
            this(i);
            try {
                n += d.more.length;
            } catch (NullPointerException e) {
                n += 100;
            } finally {
                n += odd(i);
            }
        }
    }

    static class Thrower {
        final int[] array = new int[n < 0 ? -1 : 2];

        Thrower(int[] other) {
            array[0] = other[0];
        }
    }

    static class Under extends Thrower {
        Under(int[] other) {
            super(other);
            n++;
        }
    }

    interface Shape {
        int SIZE = odd(4);

        static int statics(int i) {
            return SIZE + i;
        }

        default int size(int i) {
            return odd(i) + SIZE;
        }
    }

    static class Square implements Shape, Cloneable {
        @Override
        public int size(int i) {
            return Shape.super.size(i) + 1;
        }

        @Override
        protected Object clone() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    enum Color {
        RED,
        GREEN {
            @Override
            int code() {
                return odd(ordinal());
            }
        };

        int code() {
            return ordinal() * 2;
        }
    }

    static class Failing {
        static int value = odd(1);
    }

    static void constructors() {
        for (int i = 0; i < 12; i++) {
            try {
                say("derived", new Derived(i).more.length);
            } catch (RuntimeException e) {
                say("derived", e);
            }
            try {
                say("two", new Derived(i, i % 3 == 0 ? null : new Derived(4)).field);
            } catch (RuntimeException e) {
                say("two", e);
            }
            try {
                new Base(i % 2 == 0);
                new Under(i % 3 == 0 ? null : new int[i % 2]);
            } catch (RuntimeException e) {
                say("under", e);
            }
        }
    }

    static int nested(int i) {
        int r = 0;
        try {
            r += odd(i);
            try {
                r += odd(i / 2);
            } catch (IllegalArgumentException e) {
                r += 1000;
            } finally {
                r += odd(i / 4) + 1;
            }
            return r;
        } catch (IllegalStateException e) {
            r += 10;
            if (i == 7) {
                return odd(i);
            }
        } finally {
            r += 100;
            n += r;
            if (i == 9) {
                return -1;
            }
        }
        return r;
    }

    static int loops(int m) {
        int sum = 0;
        outer:
        for (int i = 0; i < m; i++) {
            for (int j = 0; ; j++) {
                if (j == i) {
                    continue outer;
                }
                if (j * i > 20) {
                    break outer;
                }
                if ((i & j) == 3) {
                    break;
                }
                sum += i ^ j;
            }
            sum += 1000;
        }
        do {
            sum -= 7;
            if (sum % 5 == 0) {
                continue;
            }
            sum--;
        } while (sum > 0 && sum % 11 != 0 || sum == 22);
        return sum;
    }

    static int switches(int i) {
        switch (i) {
            case 0:
                n++;
            case 1:
            case 2:
                return 5;
            case 1000:
            case 2000:
                break;
            case 3:
                for (; ; ) {
                    switch (n++ % 3) {
                        case 0:
                            continue;
                        case 1:
                            return 7;
                        default:
                    }
                }
            default:
                n += 2;
        }
        switch (String.valueOf(i)) {
            case "4":
                return 4;
            case "1000":
                throw new IllegalStateException("1000");
            default:
                return 8;
        }
    }

    static synchronized int monitors(Object lock, int i) {
        synchronized (lock) {
            n += odd(i);
            synchronized (Shapes.class) {
                if (i == 4) {
                    return 1;
                }
                n += odd(i / 2);
            }
        }
        return 2;
    }

    static int arrays(int a, int b) {
        int sum = 0;
        int[] one = new int[a];
        byte[][] two = new byte[a][b];
        String[][][] three = new String[a][b][];
        long[][][] four = new long[a][b][a];
        double[][][] five = new double[b][][];
        Object[] objects = new Object[b];
        int[] clone = one.clone();
        String[][][] other = three.clone();
        System.arraycopy(one, 0, clone, 0, a);
        System.arraycopy(three, 0, objects, 0, Math.min(a, b));
        sum += clone.length + other.length + two.length + four.length + five.length;
        one[0] = sum / b;
        objects[1] = one;
        three[0][0] = new String[] {"a", "b"};
        Object[] strings = three[0][0];
        strings[0] = sum == 3 ? (Object) "x" : one;
        return sum;
    }

    static long leaf(long a, double d, int[] x, int i) {
        long r = a / x[i];
        for (int k = 0; k < x.length; k++) {
            x[k] %= i;
            r += (long) d;
        }
        return r % (i - 1) + x.length;
    }

    int value;
    Shapes next;

    int chain(Shapes other) {
        value = 3;
        other.value = value + other.next.value;
        next.value += other.value / value;
        return next.next == null ? value : next.chain(next);
    }

    static Object cast(Object o) {
        String s = (String) o;
        return s.length() > 2 ? s : (Integer) o;
    }

    static void say(String what, Object value) {
        System.out.println(what + " " + value + " " + n);
    }

    static void all(String what, Callable<?> code) {
        try {
            say(what, code.call());
        } catch (Throwable e) {
            say(what, e);
            e.printStackTrace(System.out);
        }
    }

    public static void main(String[] args) {
        constructors();
        for (int k = 0; k < 11; k++) {
            int i = k;
            all("nested", () -> nested(i));
            all("loops", () -> loops(i));
            all("switches", () -> switches(i));
            all("switches", () -> switches(i * 500));
            all("monitors", () -> monitors(i == 10 ? null : "lock", i));
            all("arrays", () -> arrays(i - 1, i % 4));
            all("leaf", () -> leaf(100, i, new int[] {i, 2, 3}, i % 4));
            all("size", () -> new Square().size(i) + Shape.statics(i));
            all("color", () -> Color.values()[i % 3].code() + Color.valueOf("RED").code());
            all("failing", () -> Failing.value);
            all("cast", () -> cast(i == 0 ? null : i == 1 ? "abc" : i == 2 ? "a" : (Object) i));
            all("clone", () -> new Square().clone().getClass());
            all("lambda", () -> {
                Runnable r = () -> n += odd(i);
                r.run();
                return new int[i % 3].length;
            });
        }
        Shapes a = new Shapes();
        Shapes b = new Shapes();
        all("chain", () -> a.chain(null));
        all("chain", () -> a.chain(b));
        b.next = a;
        all("chain", () -> a.chain(b));
        a.next = new Shapes();
        all("chain", () -> a.chain(b));
        Thread thread = new Thread(() -> {
            say("thread", nested(6));
            nested(7);
        });
        thread.setUncaughtExceptionHandler((t, e) -> say("uncaught", e));
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
