package demo.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class RomanTest {
    @Test
    void parses() {
        assertEquals(1987, Roman.parse("MCMLXXXVII"));
        assertThrows(IllegalArgumentException.class, () -> Roman.parse("XK"));
    }

    @Test
    void thereAndBack() {
        for (int n = 1; n < 4000; n++) {
            assertEquals(n, Roman.parse(Roman.format(n)));
        }
    }
}
