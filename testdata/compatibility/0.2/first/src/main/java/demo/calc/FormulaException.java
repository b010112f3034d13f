package demo.calc;

/** A formula that is not one, and where. */
public class FormulaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int at;

    public FormulaException(String message, int at) {
        super(message + " at " + at);
        this.at = at;
    }

    public int at() {
        return at;
    }
}
