package demo.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CalculatorIT {
    @Test
    void countsDown() {
        assertEquals("V IV III II I", new Calculator().countdown("V"));
    }
}
