// level 8
// Annotations on lines of their own: code is counted where it begins after them.
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

@SuppressWarnings(
    "unchecked")
public class Annotated {
    @Target({ElementType.TYPE_USE, ElementType.FIELD, ElementType.LOCAL_VARIABLE, ElementType.PARAMETER,
        ElementType.METHOD, ElementType.CONSTRUCTOR})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Tag {
        String value() default "=";
    }

    @Deprecated
    static final Object LOCK = new Object(); // count=1

    @Tag("=")
    // a comment
    private
    List<String> list = new ArrayList<>(); // count=2

    @Tag final int size = list.size(); // count=2
    final @Tag(value = "a")
    Integer boxed = size + 1, // count=2
        other = size; // count=2

    @Tag
    public Annotated() {
        list.add("a"); // count=2
    }

    enum Kind {
        @Deprecated
        OLD, // count=1
        @Deprecated @SuppressWarnings("x")
        NEW(1); // count=1

        Kind() {
        }

        @SuppressWarnings("x")
        Kind(int n) {
            this(); // count=1
        }
    }

    static class Closing implements AutoCloseable {
        @Override
        public void close() {
            System.out.print(""); // count=6
        }
    }

    @SuppressWarnings("unchecked")
    static <T> List<T> cast(
            @Tag
            Object o) {
        @SuppressWarnings("unchecked")
        List<T> found = (List<T>) o; // count=3
        @Tag @SuppressWarnings(value = "x") final
        int size = found.size(), // count=3
            other = size;
        if (size > 5) { // count=3
            @Tag("never")
            List<T> never = found; // count=0
            return never; // count=0
        }
        for (
            @Tag
            T t : found) // count=3
            t.hashCode(); // count=3
        try ( // count=3
            @Tag("=")
            Closing a = new Closing(); // count=3
            @Tag("=")
            Closing b = new Closing()) { // count=3
            return found; // count=3
        }
    }

    @SuppressWarnings("x")
    public static void main(String[] args) {
        new Annotated(); // count=1
        Object o = new @Tag // count=1
            Annotated();
        cast(Arrays.asList(1)); // count=1
        cast(Arrays.asList(2)); // count=1
        cast(Arrays.asList(3)); // count=1
        Function<Integer, Integer> f = (@Tag Integer x) -> { // count=1
            @Tag
            int y = x; // count=1
            return y; // count=1
        };
        f.apply(1); // count=1
        Kind.valueOf("OLD"); // count=1
        switch (Kind.NEW) { // count=1
            case NEW:
                @Tag
                int z = 1; // count=1
                break; // count=1
            default:
                @Tag
                int w = 1; // count=0
        }
        synchronized (LOCK) { // count=1
            o.hashCode(); // count=1
        }
        @SuppressWarnings("x") class Local {
            @Tag
            int own = 1; // count=1
        }
        new Local(); // count=1
    }
}
