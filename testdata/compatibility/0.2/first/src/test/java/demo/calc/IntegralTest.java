package demo.calc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class IntegralTest {
    @Test
    void ofAParabola() throws Exception {
        Integral integral = new Integral(Formula.parse("3 * x ^ 2"), 4);
        assertEquals(8.0, integral.over(0, 2, 10_000), 1e-6);
        assertEquals(10_000, integral.evaluations());
    }

    @Test
    void passesErrorsOn() {
        Integral integral = new Integral(Formula.parse("1 / (x - x)"), 2);
        assertThrows(ArithmeticException.class, () -> integral.over(0, 1, 10));
    }
}
