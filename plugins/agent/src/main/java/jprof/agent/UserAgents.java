package jprof.agent;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import jprof.agent.runtime.JprofFacts;
import jprof.agent.runtime.JprofNode;
import jprof.agent.runtime.JprofThread;
import jprof.agent.runtime.JprofVisitor;
import jprof.api.ContextAgent;

/**
 * Calls the profiling agents of users. With several of them, a thread is visited for the first that is due. What a
 * thread has executed beyond the number that an agent asked for is not kept.
 */
final class UserAgents implements JprofVisitor {

    private final JprofFacts facts;
    private final String[] names;
    /** The agents, null where one was switched off. */
    private final ContextAgent[] agents;
    /** Of each agent. */
    private final UserContext.Cleared[] cleared;
    private final List<String> problems = new ArrayList<>();
    /** The streams of the JVM, which test frameworks replace: then they are closed, or lead nowhere, when it ends. */
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    /**
     * Loads agents.
     *
     * @param names their classes, with commas in between
     * @param path jars and folders where they are, if the class path has them not
     * @param facts what is known of contexts
     */
    UserAgents(String names, String path, JprofFacts facts) {
        this.facts = facts;
        this.names = names.split(" *, *");
        agents = new ContextAgent[this.names.length];
        cleared = new UserContext.Cleared[agents.length];
        ClassLoader loader = loader(path);
        for (int i = 0; i < agents.length; i++) {
            cleared[i] = new UserContext.Cleared();
            try {
                agents[i] = agent(loader, this.names[i]);
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                failed(i, "cannot be made: " + reason(e));
            }
        }
    }

    private static ContextAgent agent(ClassLoader loader, String name) throws ReflectiveOperationException {
        Constructor<?> maker = loader.loadClass(name).getDeclaredConstructor();
        maker.setAccessible(true);
        return (ContextAgent) maker.newInstance();
    }

    private static String reason(Throwable e) {
        if (e instanceof ClassNotFoundException) {
            return "neither the agent path nor the class path has the class " + e.getMessage();
        }
        if (e instanceof NoSuchMethodException) {
            return "it has no constructor without parameters";
        }
        if (e instanceof ClassCastException) {
            return "it does not implement jprof.api.ContextAgent";
        }
        return thrown(e instanceof InvocationTargetException ? e.getCause() : e);
    }

    /** Says what was thrown, and where. */
    private static String thrown(Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        return e + (trace.length == 0 ? "" : ", at " + trace[0]);
    }

    private static ClassLoader loader(String path) {
        ClassLoader parent = UserAgents.class.getClassLoader();
        if (path.isEmpty()) {
            return parent;
        }
        List<URL> urls = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator)) {
            try {
                urls.add(new File(entry).toURI().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(entry, e);
            }
        }
        return new AgentLoader(urls.toArray(new URL[0]), parent);
    }

    /** The class loader of agents, whose classes are not woven. */
    private static final class AgentLoader extends URLClassLoader {

        AgentLoader(URL[] urls, ClassLoader parent) {
            super(urls, parent);
        }
    }

    private synchronized void failed(int i, String why) {
        agents[i] = null;
        problems.add(names[i]);
        problems.add(why);
    }

    private void threw(int i, String method, Throwable e) {
        failed(i, "was switched off: its " + method + " threw " + thrown(e));
    }

    @Override
    public long begin(Thread thread, JprofThread record) {
        State state = new State(agents.length);
        for (int i = 0; i < agents.length; i++) {
            ContextAgent agent = agents[i];
            if (agent != null) {
                try {
                    state.left[i] = agent.begin(thread, new UserContext(record.tree.root, facts, cleared[i]));
                } catch (Throwable e) {
                    threw(i, "begin", e);
                }
            }
        }
        record.agents = state;
        return state.grant();
    }

    @Override
    public long visit(JprofThread record, JprofNode current) {
        State state = (State) record.agents;
        if (state == null) {
            return Long.MAX_VALUE;
        }
        long used = state.granted - record.budget;
        for (int i = 0; i < agents.length; i++) {
            ContextAgent agent = agents[i];
            if (state.left[i] == Long.MAX_VALUE) {
                continue;
            }
            state.left[i] -= used;
            if (agent == null) {
                state.left[i] = Long.MAX_VALUE;
            } else if (state.left[i] <= 0) {
                try {
                    state.left[i] = Math.max(1, agent.visit(new UserContext(current, facts, cleared[i])));
                } catch (Throwable e) {
                    state.left[i] = Long.MAX_VALUE;
                    threw(i, "visit", e);
                }
            }
        }
        return state.grant();
    }

    /**
     * Ends the agents. Where the program has replaced the standard streams, they print to the standard error of the
     * JVM: its standard output may be how a test framework talks to its other half.
     */
    @Override
    public void end() {
        PrintStream error = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
        PrintStream replacedOut = System.out;
        PrintStream replacedErr = System.err;
        if (replacedOut != out) {
            System.setOut(error);
        }
        if (replacedErr != err) {
            System.setErr(error);
        }
        endAll();
        error.flush();
        System.setOut(replacedOut);
        System.setErr(replacedErr);
    }

    private void endAll() {
        for (int i = 0; i < agents.length; i++) {
            ContextAgent agent = agents[i];
            if (agent != null) {
                try {
                    agent.end();
                } catch (Throwable e) {
                    threw(i, "end", e);
                }
            }
        }
    }

    @Override
    public synchronized String[] problems() {
        List<String> all = new ArrayList<>(problems);
        for (int i = 0; i < cleared.length; i++) {
            if (cleared[i].is) {
                all.add(names[i]);
                all.add("has set contexts to 0: their earlier numbers are missing in the run");
            }
        }
        return all.toArray(new String[0]);
    }

    /** The requests of the agents for a thread. */
    private static final class State {

        /** The bytecodes until the next visit of each agent. */
        private final long[] left;
        /** The least of them. */
        private long granted;

        State(int agents) {
            left = new long[agents];
            java.util.Arrays.fill(left, Long.MAX_VALUE);
        }

        long grant() {
            granted = Long.MAX_VALUE;
            for (long l : left) {
                granted = Math.min(granted, l);
            }
            return granted;
        }
    }
}
