package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jprof.agent.weave.Loss;
import jprof.agent.weave.Woven;
import jprof.agent.weave.WovenMethod;

/**
 * A file of woven classes that is complete. Its layout is in the Go package internal/measure/wovencache, but for the
 * body of an entry, which only this package knows.
 */
final class WovenFile {

    static final String MAGIC = "jprofwov";
    /** The bytes of the head, of a place in the table, and of what is in front of a body. */
    static final int HEAD = 20;
    static final int PLACE = 16;
    static final int FRONT = 8;
    /** No body is so many times as long as its class file: a damaged length must not fill the heap. */
    private static final int MOST = 100;

    private final RandomAccessFile file;
    private final byte[] place = new byte[PLACE];
    private final long table;
    private final int places;

    /**
     * Opens a file.
     *
     * @param path where it is
     * @throws IOException if it cannot be read, or is not one
     */
    WovenFile(File path) throws IOException {
        file = new RandomAccessFile(path, "r");
        try {
            Input head = new Input(read(0, HEAD));
            for (int i = 0; i < MAGIC.length(); i++) {
                if (head.u8() != MAGIC.charAt(i)) {
                    throw new IOException("no file of woven classes: " + path);
                }
            }
            table = head.u64();
            places = head.u32();
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private byte[] read(long at, int length) throws IOException {
        byte[] data = new byte[length];
        file.seek(at);
        file.readFully(data);
        return data;
    }

    /**
     * Looks for a class.
     *
     * @param key the check sum of its class file
     * @param original its class file
     * @return what became of it, null if it is not there
     */
    Woven find(int key, byte[] original) {
        try {
            for (int i = key & places - 1, tried = 0; tried < places; i = i + 1 & places - 1, tried++) {
                file.seek(table + (long) i * PLACE);
                file.readFully(place);
                Input in = new Input(place);
                int sum = in.u32();
                int length = in.u32();
                long at = in.u64();
                if (at == 0) {
                    return null;
                }
                Woven woven = sum == key && length == original.length ? entry(at, original) : null;
                if (woven != null) {
                    return woven;
                }
            }
        } catch (IOException | RuntimeException e) {
            // A file that is cut or damaged has no such entry.
        }
        return null;
    }

    /** Reads an entry; null if it is that of another class, or damaged. */
    private Woven entry(long at, byte[] original) throws IOException {
        Input front = new Input(read(at, FRONT));
        int length = front.u32();
        int check = front.u32();
        if (length < 0 || length / MOST > original.length) {
            return null;
        }
        byte[] body = read(at + FRONT, length);
        Input in = new Input(body);
        if (Bytes.sum(body, length) != check || !Arrays.equals(in.raw(in.number()), original)) {
            return null;
        }
        byte[] code = in.raw(in.number());
        int[] ids = in.numbers();
        String source = in.text();
        List<WovenMethod> methods = new ArrayList<>();
        for (int n = in.number(); n > 0; n--) {
            methods.add(new WovenMethod(in.number(), in.text(), in.text(), in.number(), in.numbers(), in.numbers(),
                    in.numbers(), in.numbers()));
        }
        List<Loss> losses = new ArrayList<>();
        for (int n = in.number(); n > 0; n--) {
            losses.add(new Loss(in.text(), in.text()));
        }
        return new Woven(code.length == 0 ? original : code, ids, source, methods, losses);
    }

    /**
     * Writes the body of an entry.
     *
     * @param to where to
     * @param original the class file
     * @param woven what became of it
     */
    static void body(Bytes to, byte[] original, Woven woven) {
        to.number(original.length);
        to.raw(original, original.length);
        int code = woven.code == original ? 0 : woven.code.length;
        to.number(code);
        to.raw(woven.code, code);
        to.numbers(woven.places);
        to.text(woven.source);
        to.number(woven.methods.size());
        for (int i = 0; i < woven.methods.size(); i++) {
            WovenMethod m = woven.methods.get(i);
            to.number(m.access);
            to.text(m.name);
            to.text(m.desc);
            to.number(m.firstLine);
            to.numbers(m.kind);
            to.numbers(m.a);
            to.numbers(m.b);
            to.numbers(m.points);
        }
        to.number(woven.losses.size());
        for (int i = 0; i < woven.losses.size(); i++) {
            to.text(woven.losses.get(i).method);
            to.text(woven.losses.get(i).reason);
        }
    }
}
