package jprof.tests;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The file of a JVM that has its tests and their counts, as the Go package internal/format/testcounts reads it: records
 * with check sums (internal/format/recordfile). They are collected, and appended by one write: what was written
 * survives the JVM. The end may be written more than once: what follows takes its place.
 */
final class TestsFile {

    /** The version of all formats: recordfile.Version. */
    private static final int VERSION = 6;
    /** The kinds of records: the first one, those that follow, the last one. */
    private static final int ABOUT = 1;
    private static final int ITEM = 2;
    private static final int END = 3;
    /** The bytes of the names of a test, each; and of a reason. */
    private static final int NAME_LIMIT = 100000;
    private static final int REASON_LIMIT = 500;

    /** Null until it is known where it goes. */
    private RandomAccessFile file;
    private final CRC32 sum = new CRC32();
    /** The bytes that were not written yet. */
    private final Bytes out = new Bytes();
    /** The place of the next write. */
    private long at;
    private int items;
    /** The start of the record that is being made. */
    private int start;
    /** The end is written behind the sections so far. */
    private boolean ended;

    /**
     * Begins the file: what was appended before stays. Nothing is written yet.
     *
     * @param path where it goes
     * @param pid the process
     * @param began when the process began to count
     * @throws IOException if it cannot be made
     */
    void open(File path, long pid, long began) throws IOException {
        path.getParentFile().mkdirs();
        file = new RandomAccessFile(path, "rw");
        file.setLength(0);
        Bytes early = new Bytes();
        early.raw(out);
        out.clear();
        for (byte b : "jproftst".getBytes(StandardCharsets.US_ASCII)) {
            out.u8(b);
        }
        out.u32(VERSION);
        begin(ABOUT);
        out.u32(0);
        out.u64(pid);
        out.u64(began);
        end();
        out.raw(early);
    }

    /**
     * Appends a section: the package that counts with its number belong to.
     *
     * @param about the number of counters, and the two halves of the ID of the package
     */
    void section(long[] about) {
        item(1);
        out.u64(about[1]);
        out.u64(about[2]);
        out.u32((int) about[0]);
        end();
    }

    /**
     * Appends the begin of a test or a container.
     *
     * @param unit what begins
     * @param time when, in milliseconds since 1970
     * @param names unique ID, class, method, types of parameters, name for users
     */
    void begin(Unit unit, long time, String[] names) {
        item(2);
        out.uvarint(unit.number);
        out.uvarint(unit.parent == null ? 0 : unit.parent.number);
        out.u8(unit.kind);
        out.u64(time);
        for (String name : names) {
            out.string(name, NAME_LIMIT);
        }
        end();
    }

    /**
     * Appends counts of one owner.
     *
     * @param counts the counts
     */
    void counts(Counts counts) {
        item(3);
        out.uvarint(counts.owner);
        out.uvarint(counts.sections);
        out.raw(counts.bytes);
        end();
    }

    /**
     * Appends the end of a test or a container.
     *
     * @param unit what has ended
     * @param status how: see {@link Recorder#end}
     * @param nanoseconds how long it took
     * @param reason why it has not passed; or null
     */
    void end(Unit unit, int status, long nanoseconds, String reason) {
        item(4);
        out.uvarint(unit.number);
        out.u8(status);
        out.uvarint(Math.max(0, nanoseconds));
        out.string(firstLine(reason), REASON_LIMIT);
        end();
    }

    /**
     * Writes what was appended.
     *
     * @param last whether the JVM is ending: then the file is whole from now on
     * @throws IOException if it cannot be written
     */
    void flush(boolean last) throws IOException {
        int size = out.size;
        if (file == null || size == 0 && ended == last) {
            return;
        }
        if (last) {
            begin(END);
            out.u32(items);
            end();
        }
        int whole = out.size;
        out.size = size; // if it fails, the end is not in what is written next
        file.seek(at);
        file.write(out.data, 0, whole);
        at += size;
        ended = last;
        out.clear();
    }

    private void item(int type) {
        begin(ITEM);
        items++;
        out.u8(type);
    }

    private void begin(int tag) {
        start = out.size;
        out.u8(tag);
        out.u32(0);
    }

    private void end() {
        out.put32(start + 1, out.size - start - 5);
        sum.reset();
        sum.update(out.data, start, out.size - start);
        out.u32((int) sum.getValue());
    }

    private static String firstLine(String s) {
        if (s == null) {
            return "";
        }
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == '\n' || s.charAt(i) == '\r') {
                return s.substring(0, i);
            }
        }
        return s;
    }
}
