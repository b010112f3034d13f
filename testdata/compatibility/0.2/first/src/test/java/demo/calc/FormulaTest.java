package demo.calc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormulaTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1                  | 1",
        "1 + 2 * 3          | 7",
        "(1 + 2) * 3        | 9",
        "2 ^ 3 ^ 2          | 512",
        "-2 ^ 2             | -4",
        "7 - 2 - 1          | 4",
        "8 / 4 / 2          | 1",
        "sqrt(square(3)+16) | 5",
        "cos(0)             | 1",
        "answer             | 42",
    })
    void evaluates(String text, double value) {
        assertEquals(value, Formula.parse(text).evaluate(Map.of()), 1e-12);
    }

    @Test
    void knowsVariables() {
        Formula f = Formula.parse("x * y");
        for (int x = 0; x < 10; x++)
            for (int y = 0; y < 10; y++)
                assertEquals(x * y, f.evaluate(Map.of("x", (double) x, "y", (double) y)));
    }

    @Nested
    @DisplayName("what is not a formula")
    class Errors {
        @ParameterizedTest
        @CsvSource(delimiter = '|', value = {
            "1 +     | 3",
            "(1      | 2",
            "1 $ 2   | 2",
            "* 3     | 0",
            "1.2.3   | 0",
            "tan(1)  | 0",
            "nothing | 0",
        })
        void tellsWhere(String text, int at) {
            var e = assertThrows(FormulaException.class, () -> Formula.parse(text).evaluate(Map.of()));
            assertEquals(at, e.at());
        }

        @Test
        void divisionByZero() {
            Formula f = Formula.parse("1 / x");
            assertThrows(ArithmeticException.class, () -> f.evaluate(Map.of("x", 0.0)));
        }
    }

    @Test
    @Disabled("functions take one argument only")
    void severalArguments() {
        Formula.parse("max(1, 2)");
    }
}
