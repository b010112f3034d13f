package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void waitsAtTheGate() throws Exception {
        String gate = System.getenv("SHOP_GATE");
        while (gate != null && !Files.exists(Path.of(gate))) {
            Thread.sleep(50);
        }
    }
}
