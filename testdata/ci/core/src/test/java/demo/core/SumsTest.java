package demo.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SumsTest {
    @Test
    void adds() {
        assertEquals("X", Sums.add("IV", "VI"));
    }

    @Test
    void knowsGoodForm() {
        assertTrue(Sums.isCanonical("XLII"));
        assertFalse(Sums.isCanonical("XXXXII"));
    }
}
