package p;

public class Other {
    public static void count() {
        __Counter00000001.Other(0);
        __Counter00000001.Other(1);
        __Counter00000001.Other(1);
    }
}
