package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jprof.agent.weave.Woven;

/** Writes a file of woven classes: entries as they come, the table that leads to them when the JVM ends. */
final class WovenWriter {

    private final File part;
    private final File path;
    private final RandomAccessFile file;
    /** The check sums, lengths and places of the entries. */
    private long[] keys = new long[64];
    private long[] places = new long[64];
    private int entries;
    private long at = WovenFile.HEAD;

    /**
     * Begins a file.
     *
     * @param part where it is while it is written
     * @param path where it is in the end
     * @throws IOException if it cannot be written
     */
    WovenWriter(File part, File path) throws IOException {
        this.part = part;
        this.path = path;
        file = new RandomAccessFile(part, "rw");
        try {
            file.setLength(0);
            file.write(new byte[WovenFile.HEAD]);
        } catch (IOException e) {
            drop();
            throw e;
        }
    }

    /**
     * Adds a class.
     *
     * @param original its class file
     * @param woven what became of it
     * @throws IOException if it cannot be written
     */
    void add(byte[] original, Woven woven) throws IOException {
        Bytes body = new Bytes();
        WovenFile.body(body, original, woven);
        Bytes entry = new Bytes();
        entry.u32(body.size);
        entry.u32(Bytes.sum(body.data, body.size));
        entry.raw(body.data, body.size);
        file.seek(at);
        file.write(entry.data, 0, entry.size);
        if (entries == keys.length) {
            keys = Arrays.copyOf(keys, 2 * entries);
            places = Arrays.copyOf(places, 2 * entries);
        }
        keys[entries] = (long) Bytes.sum(original, original.length) << 32 | original.length;
        places[entries++] = at;
        at += entry.size;
    }

    /** Writes the table, and gives the file its name. A file without entries goes. */
    void end() {
        if (entries == 0) {
            drop();
            return;
        }
        try {
            int buckets = 2 * Integer.highestOneBit(2 * entries - 1);
            long[] table = new long[2 * buckets];
            for (int i = 0; i < entries; i++) {
                int bucket = (int) (keys[i] >>> 32) & buckets - 1;
                while (table[2 * bucket + 1] != 0) {
                    bucket = bucket + 1 & buckets - 1;
                }
                table[2 * bucket] = keys[i];
                table[2 * bucket + 1] = places[i];
            }
            Bytes bytes = new Bytes();
            for (int i = 0; i < table.length; i++) {
                bytes.u64(table[i]);
            }
            file.seek(at);
            file.write(bytes.data, 0, bytes.size);
            Bytes head = new Bytes();
            head.raw(WovenFile.MAGIC.getBytes(StandardCharsets.US_ASCII), WovenFile.MAGIC.length());
            head.u64(at);
            head.u32(buckets);
            file.seek(0);
            file.write(head.data, 0, head.size);
            file.close();
            if (!part.renameTo(path)) {
                part.delete();
            }
        } catch (IOException | SecurityException e) {
            drop();
        }
    }

    /** Removes the file. */
    void drop() {
        try {
            file.close();
        } catch (IOException e) {
            // It goes anyway.
        }
        try {
            part.delete();
        } catch (SecurityException e) {
            // The program does not let it: jprof does so some days later.
        }
    }
}
