import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/**
 * Objects made by reflection. Old JDKs make an accessor, a class of its own, for the 16th call: that changes no number.
 *
 * <pre>
 * method      makes, with all that it calls
 * construct   40 In by a constructor
 * invoke      40 Out by a method that makes one
 * read        41 Read: one to write, 40 that are read, without a constructor of Read, but with one of Base
 * cube        1 float[][][] (4), 4 float[][] (20), 20 float[] (120)
 * table       1 Reflected[][] (7), 7 Reflected[] (21)
 * empty       1 long[][][] (3), 3 long[][] (0)
 * open        1 long[][][] (3), 3 long[][] (6)
 * row         1 short[] (9)
 * </pre>
 */
public class Reflected {

    static class In {
    }

    static class Out {
        static Object make() {
            return new Out();
        }
    }

    static class Base {
    }

    static class Read extends Base implements Serializable {
        private static final long serialVersionUID = 1;
    }

    static void construct() throws ReflectiveOperationException {
        Constructor<In> in = In.class.getDeclaredConstructor();
        for (int i = 0; i < 40; i++) {
            in.newInstance();
        }
    }

    static void invoke() throws ReflectiveOperationException {
        Method make = Out.class.getDeclaredMethod("make");
        for (int i = 0; i < 40; i++) {
            make.invoke(null);
        }
    }

    static void read() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Read());
        }
        for (int i = 0; i < 40; i++) {
            new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        }
    }

    static Object cube() {
        return Array.newInstance(float.class, 4, 5, 6);
    }

    static Object table() {
        return Array.newInstance(Reflected.class, 7, 3);
    }

    static Object empty() {
        return Array.newInstance(long.class, 3, 0, 4);
    }

    static Object open() {
        return Array.newInstance(long[].class, 3, 2);
    }

    static Object row() {
        return Array.newInstance(short.class, 9);
    }

    public static void main(String[] args) throws Exception {
        construct();
        invoke();
        read();
        cube();
        table();
        empty();
        open();
        row();
    }
}
