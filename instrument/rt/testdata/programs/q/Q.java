package q;

public class Q {
    public static void use() {
        __Counter00000002.Q(299);
    }
}
