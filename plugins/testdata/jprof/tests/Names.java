package jprof.tests;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.testng.ITestClass;
import org.testng.ITestContext;
import org.testng.ISuite;
import org.testng.ITestNGMethod;
import org.testng.ITestResult;

/** Prints the IDs of tests as TestNG reports them: instances of a factory, a pool, a method that is tried again. */
public final class Names {

    private static final List<ITestNGMethod> METHODS = new ArrayList<>();
    private static final Object[] INSTANCES = {"first", "second"};

    public static void main(String[] args) {
        ITestClass factory = made(ITestClass.class, "getName", "p.Factory", "getInstances", INSTANCES);
        ITestClass alone = made(ITestClass.class, "getName", "p.Alone", "getInstances", new Object[] {"alone"});
        ITestNGMethod each = method(factory, "each", 1);
        ITestNGMethod twice = method(factory, "twice", 2);
        method(alone, "pool", 3);
        ITestNGMethod plain = method(alone, "plain", 1);
        ITestNGMethod data = method(alone, "data", 1);
        TestNGNames names = new TestNGNames();
        for (Object instance : new Object[] {"second", "first"}) {
            System.out.println(names.begin(result(each, instance)));
            System.out.println(names.begin(result(twice, instance)));
            System.out.println(names.begin(result(twice, instance)));
        }
        for (int i = 0; i < 3; i++) { // a pool runs copies of the method that are invoked once
            ITestNGMethod copy = made(ITestNGMethod.class, "getMethodName", "pool", "getTestClass", alone,
                    "getInvocationCount", 1);
            System.out.println(names.begin(result(copy, "alone")));
        }
        for (ITestResult r : new ITestResult[] {result(plain, "alone"), result(data, "alone", "x")}) {
            String id = names.begin(r);
            names.again(r, id);
            System.out.println(id + " " + names.begin(r));
        }
        System.out.println(names.begin(result(data, "alone", "x")));
    }

    private static final ITestContext CONTEXT = made(ITestContext.class, "getSuite",
            made(ISuite.class, "getAllMethods", METHODS));

    private static ITestNGMethod method(ITestClass of, String name, int invocations) {
        ITestNGMethod m = made(ITestNGMethod.class, "getMethodName", name, "getTestClass", of, "getInvocationCount",
                invocations);
        METHODS.add(m);
        return m;
    }

    private static ITestResult result(ITestNGMethod method, Object instance, Object... parameters) {
        return made(ITestResult.class, "getMethod", method, "getTestClass", method.getTestClass(), "getInstance",
                instance, "getParameters", parameters, "getTestContext", CONTEXT);
    }

    /** Makes an object of an interface that answers as listed: the name of a method, its result. */
    private static <T> T made(Class<T> type, Object... answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (o, method, args) -> {
            switch (method.getName()) {
                case "hashCode":
                    return System.identityHashCode(o);
                case "equals":
                    return o == args[0];
                default:
                    return answers[Arrays.asList(answers).indexOf(method.getName()) + 1];
            }
        }));
    }
}
