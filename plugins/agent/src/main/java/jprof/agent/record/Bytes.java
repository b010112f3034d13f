package jprof.agent.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Bytes that grow, with the numbers and texts of jprof's files: see the Go package internal/format/recordfile. */
final class Bytes {

    /** The bytes; those from {@link #size} on mean nothing. */
    byte[] data = new byte[1 << 8];
    /** The number of bytes. */
    int size;

    /**
     * Makes room.
     *
     * @param n the number of bytes that follow
     */
    private void room(int n) {
        if (size + n > data.length) {
            data = Arrays.copyOf(data, Math.max(size + n, 2 * data.length));
        }
    }

    /**
     * Appends a byte.
     *
     * @param v its lower 8 bits count
     */
    void u8(int v) {
        room(1);
        data[size++] = (byte) v;
    }

    /**
     * Appends 4 bytes, the highest first.
     *
     * @param v the number
     */
    void u32(int v) {
        room(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            data[size++] = (byte) (v >>> shift);
        }
    }

    /**
     * Appends 8 bytes, the highest first.
     *
     * @param v the number
     */
    void u64(long v) {
        u32((int) (v >>> 32));
        u32((int) v);
    }

    /**
     * Appends a number in 1 to 10 bytes.
     *
     * @param v the number, without a sign
     */
    void number(long v) {
        room(10);
        while ((v & ~0x7FL) != 0) {
            data[size++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        data[size++] = (byte) v;
    }

    /**
     * Appends numbers, with how many they are in front.
     *
     * @param all the numbers, without signs
     */
    void numbers(int[] all) {
        number(all.length);
        for (int i = 0; i < all.length; i++) {
            number(all[i]);
        }
    }

    /**
     * Appends a number that may be negative.
     *
     * @param v the number
     */
    void signed(long v) {
        number(v << 1 ^ v >> 63);
    }

    /**
     * Appends a text.
     *
     * @param s the text
     */
    void text(String s) {
        byte[] utf8 = s.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        raw(utf8, utf8.length);
    }

    /**
     * Appends bytes as they are.
     *
     * @param b the bytes
     * @param n how many of them
     */
    void raw(byte[] b, int n) {
        room(n);
        System.arraycopy(b, 0, data, size, n);
        size += n;
    }

    /**
     * Computes the check sum (CRC-32) of bytes.
     *
     * @param data the bytes
     * @param n how many of them
     * @return the sum
     */
    static int sum(byte[] data, int n) {
        CRC32 sum = new CRC32();
        sum.update(data, 0, n);
        return (int) sum.getValue();
    }

    /**
     * Returns the bytes.
     *
     * @return an array of their number
     */
    byte[] copy() {
        return Arrays.copyOf(data, size);
    }
}
