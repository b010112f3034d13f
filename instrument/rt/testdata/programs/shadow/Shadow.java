package shadow;

/** A package with its own classes of the names that the helper class could confuse with java.lang's. */
class Shadow {
    static void main(java.lang.String[] args) throws java.lang.Exception {
        __Counter00000003.Shadow(0);
        java.util.concurrent.Callable<java.lang.Integer> c = () -> __Counter00000003.Shadow(0, () -> args.length);
        c.call();
    }
}

class Object {}

class String {}

class Thread {}

class ThreadGroup {}

class Throwable {}

class Exception {}

class System {}

class Runtime {}

class Long {}

class Integer {}

class Boolean {}

class Class {}

class SecurityException {}

class StringBuilder {}

class SuppressWarnings {}

class Override {}

class File {}
