package jprof.tests;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Puts calls at the start of methods of a class file. What follows in a method moves, so that its tables are written
 * again; its instructions stay as they are. Its frames must not hold an object that is not initialised (a condition in
 * the arguments of a constructor): no method has one for which this is used. No library for class files is needed:
 * starting an agent with one would take twice as long.
 */
final class Patch {

    private static final String CONSUMER = "java/util/function/BiConsumer";
    /** The attributes of code that move with it; others are for debuggers, and are omitted. */
    private static final String FRAMES = "StackMapTable";
    private static final String LINES = "LineNumberTable";

    private byte[] file;
    private int at; // the place that is read
    private ByteArrayOutputStream bytes;
    private DataOutputStream out;
    private int constants; // their number, plus one
    /** The end of the constants of the class; and the numbers of names of attributes, 0 for those that it lacks. */
    private int end;
    private int code;
    private int frames;
    private int lines;

    /**
     * Begins with a class file.
     *
     * @param file its bytes
     */
    Patch(byte[] file) {
        this.file = file;
    }

    /**
     * Returns the class file with what was added.
     *
     * @return its bytes
     */
    byte[] file() {
        return file;
    }

    /**
     * Adds a call of a static method that takes two objects.
     *
     * @param name the name of a method that is not static
     * @param descriptor its descriptor
     * @param target the class of the method to call
     * @param call its name; it gets the object and the first argument
     * @return this
     * @throws IOException if there is no such method
     */
    Patch call(String name, String descriptor, String target, String call) throws IOException {
        int found = begin(name, descriptor)[1];
        int method = reference(10, target.replace('.', '/'), call, "(Ljava/lang/Object;Ljava/lang/Object;)V");
        return end(found, new byte[] {0x2a, 0x2b, (byte) 0xb8, high(method), low(method), 0, 0, 0}); // invokestatic
    }

    /**
     * Adds a call of what a static field holds: a consumer of two objects, which must not be null.
     *
     * @param name the name of a method
     * @param descriptor its descriptor
     * @param argument the number of the variable with the second object, up to 3; variable 0 has the first
     * @param owner the class with the field
     * @param field its name
     * @return this
     * @throws IOException if there is no such method
     */
    Patch call(String name, String descriptor, int argument, String owner, String field) throws IOException {
        int found = begin(name, descriptor)[1];
        int from = reference(9, owner, field, "L" + CONSUMER + ";");
        int accept = reference(11, CONSUMER, "accept", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        return end(found, new byte[] {(byte) 0xb2, high(from), low(from), 0x2a, (byte) (0x2a + argument),
            (byte) 0xb9, high(accept), low(accept), 3, 0, 0, 0}); // getstatic, aload, aload, invokeinterface
    }

    /**
     * Adds a call as the one above. The second object is the text in a field of the object itself.
     *
     * @param name the name of a method that is not static
     * @param descriptor its descriptor
     * @param type the class of the method
     * @param text the name of the field with the text
     * @param owner the class with the field that holds the consumer
     * @param field its name
     * @return this
     * @throws IOException if there is no such method
     */
    Patch callWithText(String name, String descriptor, String type, String text, String owner, String field)
            throws IOException {
        int found = begin(name, descriptor)[1];
        int from = reference(9, owner, field, "L" + CONSUMER + ";");
        int held = reference(9, type, text, "Ljava/lang/String;");
        int accept = reference(11, CONSUMER, "accept", "(Ljava/lang/Object;Ljava/lang/Object;)V");
        return end(found, new byte[] {(byte) 0xb2, high(from), low(from), 0x2a, 0x2a, (byte) 0xb4, high(held),
            low(held), (byte) 0xb9, high(accept), low(accept), 3, 0, 0, 0, 0}); // as above, with getfield
    }

    /**
     * Adds a field for {@link #call(String, String, int, String, String)}, which anybody may set.
     *
     * @param name its name
     * @return this
     * @throws IOException never
     */
    Patch field(String name) throws IOException {
        int fields = begin("", "")[0];
        int nameAt = text(name);
        int type = text("L" + CONSUMER + ";");
        copy(end, fields);
        out.writeShort(1 + shortAt(fields));
        out.writeShort(0x1049); // public static volatile synthetic
        out.writeShort(nameAt);
        out.writeShort(type);
        out.writeShort(0);
        copy(fields + 2, file.length);
        return done();
    }

    /** Copies the constants, and returns where the fields are, and the method with that name and descriptor. */
    private int[] begin(String name, String descriptor) throws IOException {
        bytes = new ByteArrayOutputStream(file.length + 200);
        out = new DataOutputStream(bytes);
        constants = shortAt(8);
        int nameAt = 0;
        int descriptorAt = 0;
        code = frames = lines = 0;
        at = 10;
        for (int i = 1; i < constants; i++) {
            int tag = file[at];
            if (tag == 1) {
                nameAt = nameAt == 0 && isText(name) ? i : nameAt;
                descriptorAt = descriptorAt == 0 && isText(descriptor) ? i : descriptorAt;
                code = isText("Code") ? i : code;
                frames = isText(FRAMES) ? i : frames;
                lines = isText(LINES) ? i : lines;
                at += 3 + shortAt(at + 1);
            } else if (tag == 5 || tag == 6) { // long and double count twice
                at += 9;
                i++;
            } else if (tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20) {
                at += 3;
            } else {
                at += tag == 15 ? 4 : 5;
            }
        }
        end = at;
        at += 8 + 2 * shortAt(at + 6); // interfaces
        int fields = at;
        find(0, 0);
        int method = find(nameAt, descriptorAt);
        copy(0, end);
        return new int[] {fields, method};
    }

    /** Reports whether the constant is a text, by its letters: all are ASCII. */
    private boolean isText(String text) {
        int length = text.length();
        if (length != shortAt(at + 1)) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (file[at + 3 + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Copies the rest of the class, with instructions at the start of the method. */
    private Patch end(int method, byte[] added) throws IOException {
        if (method < 0) {
            throw new IOException("no such method");
        }
        copy(end, method + 8);
        int from = method + 8;
        for (int left = shortAt(method + 6); left > 0; left--) {
            int next = from + 6 + intAt(from + 2);
            if (shortAt(from) == code) {
                byte[] moved = moved(from + 6, added);
                out.writeShort(code);
                out.writeInt(moved.length);
                out.write(moved);
            } else {
                copy(from, next);
            }
            from = next;
        }
        copy(from, file.length);
        return done();
    }

    /** Returns the attribute Code, with instructions at its start: a multiple of 4 bytes, as switches are padded. */
    private byte[] moved(int from, byte[] added) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(all);
        int length = intAt(from + 4);
        to.writeShort(Math.max(3, shortAt(from))); // stack
        to.writeShort(shortAt(from + 2)); // variables
        to.writeInt(added.length + length);
        to.write(added);
        to.write(file, from + 8, length);
        int i = from + 8 + length;
        int handlers = shortAt(i);
        to.writeShort(handlers);
        for (i += 2; handlers > 0; handlers--, i += 8) {
            to.writeShort(shortAt(i) + added.length);
            to.writeShort(shortAt(i + 2) + added.length);
            to.writeShort(shortAt(i + 4) + added.length);
            to.writeShort(shortAt(i + 6)); // the caught type
        }
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        int attributes = attributes(i, added.length, new DataOutputStream(kept));
        to.writeShort(attributes);
        kept.writeTo(to);
        return all.toByteArray();
    }

    /** Writes the attributes of code that starts later, and returns their number. */
    private int attributes(int at, int by, DataOutputStream to) throws IOException {
        int number = 0;
        int i = at + 2;
        for (int left = shortAt(at); left > 0; left--) {
            int name = shortAt(i);
            int size = intAt(i + 2);
            int entries = shortAt(i + 6);
            if (name == frames) {
                to.writeShort(name);
                to.writeInt(size + 1);
                to.writeShort(entries + 1);
                to.writeByte(by - 1); // the frame of the start, at the last byte that is added: others count from there
                to.write(file, i + 8, size - 2);
                number++;
            } else if (name == lines) {
                to.writeShort(name);
                to.writeInt(size);
                to.writeShort(entries);
                for (int e = 0; e < entries; e++) {
                    to.writeShort(shortAt(i + 8 + 4 * e) + by);
                    to.writeShort(shortAt(i + 10 + 4 * e));
                }
                number++;
            }
            i += 6 + size;
        }
        return number;
    }

    private Patch done() {
        file = bytes.toByteArray();
        file[8] = high(constants);
        file[9] = low(constants);
        return this;
    }

    /** Goes past fields or methods; returns where the one with that name and descriptor starts, -1 for none. */
    private int find(int name, int descriptor) {
        int found = -1;
        int left = shortAt(at);
        for (at += 2; left > 0; left--) {
            if (shortAt(at + 2) == name && shortAt(at + 4) == descriptor) {
                found = at;
            }
            int attributes = shortAt(at + 6);
            for (at += 8; attributes > 0; attributes--) {
                at += 6 + intAt(at + 2);
            }
        }
        return found;
    }

    private void copy(int from, int to) {
        bytes.write(file, from, to - from);
    }

    private int shortAt(int at) {
        return (file[at] & 0xff) << 8 | file[at + 1] & 0xff;
    }

    private int intAt(int at) {
        return shortAt(at) << 16 | shortAt(at + 2);
    }

    private static byte high(int number) {
        return (byte) (number >> 8);
    }

    private static byte low(int number) {
        return (byte) number;
    }

    /** The methods below write constants behind those that there are, and return the number of the last. */
    private int text(String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
        return constants++;
    }

    private int type(String name) throws IOException {
        int text = text(name);
        out.writeByte(7);
        out.writeShort(text);
        return constants++;
    }

    private int reference(int tag, String owner, String name, String descriptor) throws IOException {
        int type = type(owner);
        int nameAt = text(name);
        int descriptorAt = text(descriptor);
        int pair = pair(12, nameAt, descriptorAt);
        return pair(tag, type, pair);
    }

    private int pair(int tag, int first, int second) throws IOException {
        out.writeByte(tag);
        out.writeShort(first);
        out.writeShort(second);
        return constants++;
    }
}
