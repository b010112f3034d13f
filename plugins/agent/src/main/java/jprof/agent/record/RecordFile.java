package jprof.agent.record;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/**
 * A file of records with check sums: see the Go package internal/format/recordfile. Its end may be written more than
 * once: later records take its place.
 */
final class RecordFile implements Closeable {

    /** The version of all formats: recordfile.Version. */
    private static final int VERSION = 6;
    /** The kinds of records: the first one, those that follow, the last one. */
    private static final int ABOUT = 1;
    private static final int ITEM = 2;
    private static final int END = 3;

    private final RandomAccessFile file;
    /** The place of the next item. */
    private long at;
    private int items;

    /**
     * Begins a file.
     *
     * @param path where; what is there is replaced
     * @param magic the kind of the file
     * @param about the first record
     * @throws IOException if it cannot be written
     */
    RecordFile(File path, String magic, Bytes about) throws IOException {
        file = new RandomAccessFile(path, "rw");
        file.setLength(0);
        Bytes head = new Bytes();
        head.raw(magic.getBytes(StandardCharsets.US_ASCII), magic.length());
        head.u32(VERSION);
        file.write(head.data, 0, head.size);
        at = head.size;
        record(ABOUT, about.data, about.size);
    }

    /**
     * Writes an item.
     *
     * @param payload what it holds
     * @throws IOException if it cannot be written; the next item goes to the same place
     */
    void item(Bytes payload) throws IOException {
        record(ITEM, payload.data, payload.size);
        items++;
    }

    /**
     * Writes the end. Items may follow: they take its place.
     *
     * @throws IOException if it cannot be written
     */
    void end() throws IOException {
        Bytes n = new Bytes();
        n.u32(items);
        long end = at;
        record(END, n.data, n.size);
        at = end;
    }

    private void record(int tag, byte[] payload, int length) throws IOException {
        Bytes record = new Bytes();
        record.u8(tag);
        record.u32(length);
        record.raw(payload, length);
        record.u32(Bytes.sum(record.data, record.size));
        file.seek(at);
        file.write(record.data, 0, record.size);
        at += record.size;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
