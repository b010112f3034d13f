package many;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CoreTest {
    static final String TEXT = "text ORIGINAL of CoreTest";

    @Test
    void textNamesTheApi() {
        assertTrue(new Core().text().endsWith("of Api"), TEXT);
    }
}
