package demo.calc;

/** A piece of a formula. */
record Token(Kind kind, String text, int at) {

    enum Kind {
        NUMBER, NAME, COMMA,
        OPERATOR {
            @Override
            boolean startsOperand() {
                return false;
            }
        },
        OPEN, CLOSE, END;

        /** Whether an operand may start with such a token. */
        boolean startsOperand() {
            return this == NUMBER || this == NAME || this == OPEN;
        }
    }

    Token {
        if (at < 0) {
            throw new IllegalArgumentException("position " + at + " is negative");
        }
    }

    boolean is(String operator) {
        return text.equals(operator) && kind == Kind.OPERATOR;
    }
}
