package many;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AppTest {
    static final String TEXT = "text ORIGINAL of AppTest";

    @Test
    void textNamesTheApi() {
        assertTrue(App.text().endsWith("of Api"), TEXT);
    }
}
