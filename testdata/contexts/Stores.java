import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes by calls: of atomic classes, their updaters and VarHandle. Each is one write, whether it succeeds or not.
 * Numbers of measured() by hand, without those of the JDK's own code. Lists: s no side effect, e no effect, l low
 * efficiency, c capturing.
 *
 * <pre>
 * method          inv writes esc nonesc cap out ret  op glob value  lists
 * swap              3      3   3      0   0   0   0   3    0     6  -
 * count             2      4   4      0   0   0   0   4    0     4  -
 * put               1      1   1      0   0   0   0   1    0     1  -
 * update            2      2   2      0   0   0   0   2    0     4  -
 * handle            2      4   4      0   0   0   0   4    0     6  -
 * element           1      1   1      0   0   0   0   1    0     1  -
 * shared            1      2   2      0   0   0   0   0    2     3  -
 * own               1      3   0      3   3   0   0   0    0     1  sc
 * made              1      2   2      0   0   0   2   0    0     2  s
 * read              2      0   0      0   0   0   0   0    0     0  sl
 * published         1      3   3      0   0   0   0   3    0     3  -
 * </pre>
 */
public class Stores {
    static final AtomicReferenceFieldUpdater<Cell, Object> UPDATER =
        AtomicReferenceFieldUpdater.newUpdater(Cell.class, Object.class, "value");
    static final VarHandle VALUE, TOTAL, ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static Object total;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            VALUE = lookup.findVarHandle(Cell.class, "value", Object.class);
            TOTAL = lookup.findStaticVarHandle(Stores.class, "total", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static class Cell {
        volatile Object value;
    }

    public static void main(String[] args) {
        all();
        measured();
    }

    /** Does it once more, when all classes have been initialised. */
    static void measured() {
        all();
    }

    static void all() {
        Object object = new Object();
        AtomicReference<Object> reference = new AtomicReference<>();
        swap(reference, null, object);
        swap(reference, null, object);
        swap(reference, object, reference);
        AtomicInteger number = new AtomicInteger();
        LongAdder adder = new LongAdder();
        count(number, adder);
        count(number, adder);
        put(new AtomicIntegerArray(3));
        Cell cell = new Cell();
        update(cell, null, object);
        update(cell, null, object);
        handle(cell, object);
        handle(cell, object);
        element(new int[2]);
        shared(object);
        own();
        made();
        read(reference);
        read(reference);
        published(reference);
    }

    static boolean swap(AtomicReference<Object> reference, Object expected, Object object) {
        return reference.compareAndSet(expected, object);
    }

    static void count(AtomicInteger number, LongAdder adder) {
        number.incrementAndGet();
        adder.add(5);
    }

    static void put(AtomicIntegerArray array) {
        array.lazySet(1, 5);
    }

    static boolean update(Cell cell, Object expected, Object object) {
        return UPDATER.compareAndSet(cell, expected, object);
    }

    static boolean handle(Cell cell, Object object) {
        VALUE.setVolatile(cell, object);
        return VALUE.compareAndSet(cell, object, (Object) null);
    }

    static void element(int[] array) {
        ELEMENT.setRelease(array, 1, 5);
    }

    static boolean shared(Object object) {
        TOTAL.set(object);
        return TOTAL.compareAndSet(object, (Object) null);
    }

    static int own() {
        AtomicInteger number = new AtomicInteger();
        number.set(3);
        return number.getAndAdd(2);
    }

    static AtomicInteger made() {
        AtomicInteger number = new AtomicInteger();
        number.set(3);
        return number;
    }

    static Object read(AtomicReference<Object> reference) {
        return reference.get();
    }

    /** What a cell holds that is put into an object escapes with it. */
    static void published(AtomicReference<Object> reference) {
        Cell cell = new Cell();
        reference.set(cell);
        cell.value = "";
    }
}
