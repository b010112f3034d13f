package one;

class Made {
    static final String TEXT = "text ORIGINAL of Made";
}
