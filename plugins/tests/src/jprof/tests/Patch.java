package jprof.tests;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Puts a call behind a method of a class file: the method gets another name, and a new one takes its place, which calls
 * the old one and then a static method. No code is changed, so that no library for class files is needed: starting an
 * agent with one would take twice as long.
 */
final class Patch {

    private static final String OLD = "jprof$";

    private final byte[] file;
    private final DataInputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private int constants; // their number, plus one

    private Patch(byte[] file) {
        this.file = file;
        this.in = new DataInputStream(new ByteArrayInputStream(file));
    }

    /**
     * Returns the class file with the call.
     *
     * @param file a class file
     * @param name the name of a method with one argument, which is not static and returns nothing
     * @param descriptor its descriptor
     * @param target the class of the method to call
     * @param call its name: a static method that takes the object and the argument
     * @throws IOException if there is no such method
     */
    static byte[] method(byte[] file, String name, String descriptor, String target, String call) throws IOException {
        return new Patch(file).patched(name, descriptor, target.replace('.', '/'), call);
    }

    private byte[] patched(String name, String descriptor, String target, String call) throws IOException {
        in.skipBytes(8);
        constants = in.readUnsignedShort();
        int nameAt = 0;
        int descriptorAt = 0;
        for (int i = 1; i < constants; i++) {
            int tag = in.readUnsignedByte();
            if (tag == 1) {
                String text = in.readUTF();
                nameAt = text.equals(name) ? i : nameAt;
                descriptorAt = text.equals(descriptor) ? i : descriptorAt;
            } else if (tag == 5 || tag == 6) { // long and double count twice
                in.skipBytes(8);
                i++;
            } else if (tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20) {
                in.skipBytes(2);
            } else {
                in.skipBytes(tag == 15 ? 3 : 4);
            }
        }
        int poolEnd = at();
        in.skipBytes(2);
        int self = in.readUnsignedShort();
        in.skipBytes(2);
        in.skipBytes(2 * in.readUnsignedShort()); // interfaces
        find(0, 0); // fields
        int methods = at();
        int method = find(nameAt, descriptorAt);
        int methodsEnd = at();
        if (method < 0) {
            throw new IOException("no method " + name + descriptor);
        }

        out.write(file, 0, 8);
        out.writeShort(0); // the number of constants, known later
        out.write(file, 10, poolEnd - 10);
        int old = text(OLD + name);
        int oldCall = reference(self, pair(12, old, descriptorAt));
        int targetCall = reference(constant(7, text(target)),
                pair(12, text(call), text("(Ljava/lang/Object;Ljava/lang/Object;)V")));
        int code = text("Code");
        out.write(file, poolEnd, methods - poolEnd);
        out.writeShort(1 + shortAt(methods));
        out.write(file, methods + 2, method + 2 - (methods + 2)); // up to the access flags of the method
        out.writeShort(old);
        out.write(file, method + 4, methodsEnd - (method + 4));
        out.writeShort(shortAt(method)); // its access flags
        out.writeShort(nameAt);
        out.writeShort(descriptorAt);
        out.writeShort(1); // an attribute
        out.writeShort(code);
        out.writeInt(23);
        out.writeShort(2); // stack
        out.writeShort(2); // variables
        out.writeInt(11);
        out.writeShort(0x2a2b); // aload_0 aload_1
        out.writeByte(0xb6); // invokevirtual
        out.writeShort(oldCall);
        out.writeShort(0x2a2b);
        out.writeByte(0xb8); // invokestatic
        out.writeShort(targetCall);
        out.writeByte(0xb1); // return
        out.writeInt(0); // no handlers, no attributes
        out.write(file, methodsEnd, file.length - methodsEnd);
        byte[] patched = bytes.toByteArray();
        patched[8] = (byte) (constants >> 8);
        patched[9] = (byte) constants;
        return patched;
    }

    /** Reads past fields or methods; returns where the one with that name and descriptor starts, -1 for none. */
    private int find(int name, int descriptor) throws IOException {
        int found = -1;
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            int start = at();
            in.skipBytes(2);
            boolean named = in.readUnsignedShort() == name;
            if (in.readUnsignedShort() == descriptor && named) {
                found = start;
            }
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                in.skipBytes(2);
                in.skipBytes(in.readInt());
            }
        }
        return found;
    }

    private int at() throws IOException {
        return file.length - in.available();
    }

    private int shortAt(int at) {
        return (file[at] & 0xff) << 8 | file[at + 1] & 0xff;
    }

    /** The methods below write a constant, and return its number. */
    private int text(String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
        return constants++;
    }

    private int constant(int tag, int value) throws IOException {
        out.writeByte(tag);
        out.writeShort(value);
        return constants++;
    }

    private int pair(int tag, int first, int second) throws IOException {
        out.writeByte(tag);
        out.writeShort(first);
        out.writeShort(second);
        return constants++;
    }

    private int reference(int type, int nameAndType) throws IOException {
        return pair(10, type, nameAndType);
    }
}
