package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShopTest {
    @Test
    void many() {
        for (int i = 0; i < 1_000; i++) {
            assertEquals(i, Shop.total(i, false));
        }
    }

    @Test
    void few() {
        for (int i = 0; i < 50; i++) {
            assertEquals(i, Shop.total(i, false));
        }
    }
}
