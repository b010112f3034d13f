package p;

import java.net.URL;
import java.net.URLClassLoader;

/** A container without counters. It closes the class loader of the code that it has run before it ends. */
public class Closed {
    public static void main(String[] args) throws Exception {
        URL classes = Closed.class.getProtectionDomain().getCodeSource().getLocation();
        URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null);
        loader.loadClass("q.Q").getMethod("use").invoke(null);
        Thread.sleep(200);
        loader.close();
    }
}
