package java.lang;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The counters of the oracle. The agent defines this class in java.base, because java.lang is the one
 * package that every class loader can see, those of OSGi frameworks included.
 */
public final class LineOracleHits {
  private static final int BITS = 16;

  /** Counter {@code id} is element {@code id & 0xffff} of chunk {@code id >>> 16}. Chunks are made as needed. */
  public static final AtomicLongArray[] CHUNKS = new AtomicLongArray[1 << 10];

  private LineOracleHits() {
  }

  /** Counts one entry. Its chunk was made before code that calls this was given to the JVM. */
  public static void hit(int id) {
    CHUNKS[id >>> BITS].getAndIncrement(id & (1 << BITS) - 1);
  }
}
