package jprof.tests;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow: numbers and strings as the Go package internal/format/recordfile has them. */
final class Bytes {

    /** The most bytes that are kept for the next use. */
    private static final int KEPT = 1 << 20;

    /** The bytes; those after size mean nothing. */
    byte[] data = new byte[1 << 9];
    /** The number of bytes. */
    int size;

    /** Makes it empty. */
    void clear() {
        size = 0;
        if (data.length > KEPT) {
            data = new byte[1 << 9];
        }
    }

    /**
     * Appends one byte.
     *
     * @param b the byte
     */
    void u8(int b) {
        room(1);
        data[size++] = (byte) b;
    }

    /**
     * Appends 4 bytes.
     *
     * @param v a number
     */
    void u32(int v) {
        room(4);
        put32(size, v);
        size += 4;
    }

    /**
     * Overwrites 4 bytes.
     *
     * @param at where
     * @param v a number
     */
    void put32(int at, int v) {
        for (int i = 0; i < 4; i++) {
            data[at + i] = (byte) (v >>> 24 - 8 * i);
        }
    }

    /**
     * Appends 8 bytes.
     *
     * @param v a number
     */
    void u64(long v) {
        u32((int) (v >>> 32));
        u32((int) v);
    }

    /**
     * Appends 1 to 10 bytes.
     *
     * @param v a number
     */
    void uvarint(long v) {
        room(10);
        long rest = v;
        while ((rest & ~0x7fL) != 0) {
            data[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        data[size++] = (byte) rest;
    }

    /**
     * Appends bytes.
     *
     * @param other the bytes
     */
    void raw(Bytes other) {
        room(other.size);
        System.arraycopy(other.data, 0, data, size, other.size);
        size += other.size;
    }

    /**
     * Appends a string, cut at a code point.
     *
     * @param s the string; null is an empty one
     * @param limit the most bytes of it
     */
    void string(String s, int limit) {
        String text = s == null ? "" : s.length() > limit ? s.substring(0, limit) : s;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8); // half a surrogate pair becomes a question mark
        int n = bytes.length;
        if (n > limit) {
            for (n = limit; (bytes[n] & 0xc0) == 0x80; n--) {
                // in the middle of a code point
            }
        }
        uvarint(n);
        room(n);
        System.arraycopy(bytes, 0, data, size, n);
        size += n;
    }

    private void room(int n) {
        if (size + n > data.length) {
            data = Arrays.copyOf(data, Math.max(2 * data.length, size + n));
        }
    }
}
