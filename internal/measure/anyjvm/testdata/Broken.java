/** Has loaded a class that cannot be linked, as others are missing: those named Gone are deleted before it runs. */
public class Broken {

    interface Miss {
    }

    static class Gone implements Miss {
    }

    static class GoneToo extends Gone {
    }

    static class Bad {
        static Gone widen(GoneToo from) {
            return from;
        }
    }

    static int tick(int i) {
        return i + 1;
    }

    public static void main(String[] args) throws Exception {
        Class.forName("Broken$Bad", false, Broken.class.getClassLoader());
        System.out.println("ready");
        int n = 0;
        while (System.in.available() == 0) {
            n = tick(n);
        }
        System.out.println("rounds " + (n == 0 ? 0 : 1) + " wrong 0");
    }
}
