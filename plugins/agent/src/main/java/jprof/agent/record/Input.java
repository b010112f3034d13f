package jprof.agent.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link Bytes} has written. What is cut short ends in a RuntimeException. */
final class Input {

    private final byte[] data;
    private int at;

    /**
     * Begins to read.
     *
     * @param data the bytes
     */
    Input(byte[] data) {
        this.data = data;
    }

    /** Reads a byte. */
    int u8() {
        return data[at++] & 0xFF;
    }

    /** Reads 4 bytes, the highest first. */
    int u32() {
        return u8() << 24 | u8() << 16 | u8() << 8 | u8();
    }

    /** Reads 8 bytes, the highest first. */
    long u64() {
        return (long) u32() << 32 | u32() & 0xFFFF_FFFFL;
    }

    /** Reads a number that fits into an int. */
    int number() {
        int v = 0;
        for (int shift = 0;; shift += 7) {
            byte b = data[at++];
            v |= (b & 0x7F) << shift;
            if (b >= 0) {
                return v;
            }
        }
    }

    /** Reads numbers, with how many they are in front. */
    int[] numbers() {
        int[] all = new int[number()];
        for (int i = 0; i < all.length; i++) {
            all[i] = number();
        }
        return all;
    }

    /** Reads a text. */
    String text() {
        int length = number();
        at += length;
        return new String(data, at - length, length, StandardCharsets.UTF_8);
    }

    /**
     * Reads bytes as they are.
     *
     * @param n how many
     */
    byte[] raw(int n) {
        at += n;
        return Arrays.copyOfRange(data, at - n, at);
    }
}
