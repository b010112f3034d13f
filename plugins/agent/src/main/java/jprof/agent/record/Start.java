package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Constructor;
import java.util.Properties;
import java.util.function.Function;
import jprof.agent.jdk.Children;
import jprof.agent.runtime.Jprof;
import jprof.agent.runtime.JprofChildren;
import jprof.agent.runtime.JprofControl;
import jprof.agent.runtime.JprofFacts;
import jprof.agent.runtime.JprofLimit;
import jprof.agent.runtime.JprofThreads;
import jprof.agent.runtime.JprofVisitor;

/**
 * Starts recording: reads the settings, puts the runtime classes into java.lang, and weaves all classes that are loaded
 * from then on.
 */
public final class Start {

    /** The part of the heap that contexts may have. */
    private static final int PART = 8;

    private Start() {
    }

    /**
     * Starts recording.
     *
     * @param path the properties file
     * @param instrumentation of this JVM
     * @throws IOException if there is nowhere to write to
     * @throws ReflectiveOperationException if the JVM refuses the runtime classes
     */
    public static void start(String path, Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        boolean done = Inject.done();
        if (done && Begin.done()) {
            return; // the command line names this agent again
        }
        if (!done) {
            Children.watch(instrumentation);
        }
        Settings settings = new Settings(path, done);
        Inject.open(instrumentation);
        Inject.make(Inject.CONTROL);
        if (Control.busy() == null) {
            begin(settings, instrumentation, false);
        }
    }

    /**
     * Does what a command of jprof asks for, in a JVM that runs, and writes the answer to the file that it names.
     *
     * @param path the properties file
     * @param instrumentation of this JVM
     * @throws IOException if the answer cannot be written
     */
    public static void attach(String path, Instrumentation instrumentation) throws IOException {
        Properties p = Settings.read(path);
        String answer;
        try {
            Inject.open(instrumentation);
            Inject.make(Inject.CONTROL);
            String command = p.getProperty("command", "");
            answer = command.equals("start") ? attached(path, instrumentation) : Control.give(command);
        } catch (Throwable e) {
            answer = "error=" + Session.line(e) + "\n";
        }
        Session.write(new File(p.getProperty("answer")), answer);
    }

    private static String attached(String path, Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        Function<String, String> busy = Control.busy();
        if (busy != null) {
            return "error=busy\n" + busy.apply("state");
        }
        String other = Control.version(Inject.version());
        if (other != null) {
            return "error=version\n";
        }
        try {
            begin(new Settings(path, false), instrumentation, true);
        } catch (Throwable e) {
            Control.give("stop"); // as far as it has begun
            throw e;
        }
        return Control.give("state");
    }

    private static void begin(Settings settings, Instrumentation instrumentation, boolean attached)
            throws IOException, ReflectiveOperationException {
        if (settings.stoppable) {
            Control.version(Inject.version()); // for those that attach later
        }
        if (settings.reached) {
            Inject.make(Inject.REACHED);
            Reached.begin(settings, instrumentation, attached);
            return;
        }
        Inject.make(Inject.CONTEXTS);
        Begin.begin(settings, instrumentation, attached);
    }

    /** Uses the runtime class for the recording that goes on, so that it is linked when that is there. */
    private static final class Control {

        /** Returns the recording that goes on, or null. */
        static Function<String, String> busy() {
            return JprofControl.recording;
        }

        /** Gives the recording that goes on a command. */
        static String give(String command) {
            Function<String, String> now = JprofControl.recording;
            return now == null ? "error=none\n" : now.apply(command);
        }

        /** Says which version of the runtime classes is there; returns another one that is there already, or null. */
        static String version(String own) {
            if (JprofControl.version == null) {
                JprofControl.version = own;
            }
            return own.equals(JprofControl.version) ? null : JprofControl.version;
        }
    }

    /** A recording of contexts. */
    private static final class Contexts extends Session {

        private final Transformer transformer;
        private final Recorder recorder;
        private final Instrumentation instrumentation;

        Contexts(Settings settings, String stem, Instrumentation instrumentation, Transformer transformer,
                Recorder recorder) {
            super(settings, stem, instrumentation);
            this.instrumentation = instrumentation;
            this.transformer = transformer;
            this.recorder = recorder;
        }

        @Override
        boolean takes(Class<?> type) {
            return transformer.takes(type);
        }

        @Override
        boolean has(Class<?> type) {
            return transformer.has(type);
        }

        @Override
        void lost(Class<?> type, Throwable why) {
            transformer.lost(type, why);
        }

        @Override
        void snapshot() throws IOException {
            recorder.now();
        }

        @Override
        void finish() {
            recorder.finish();
        }

        @Override
        void leave() {
            transformer.stop();
            instrumentation.removeTransformer(transformer);
        }

        @Override
        void forget() {
            Jprof.forget();
        }
    }

    /** Uses the runtime classes in a class of its own, so that it is linked when they are there. */
    private static final class Begin {

        static boolean done() {
            return Jprof.begun();
        }

        /** Loads the agents of the user, by the class loader of the class path. */
        private static JprofVisitor agents(Settings settings, Facts facts) throws ReflectiveOperationException {
            Constructor<?> maker = Class.forName("jprof.agent.UserAgents", true, ClassLoader.getSystemClassLoader())
                    .getDeclaredConstructor(String.class, String.class, JprofFacts.class);
            maker.setAccessible(true);
            JprofVisitor agents = (JprofVisitor) maker.newInstance(settings.agents, settings.agentPath, facts);
            Jprof.visitor(agents);
            return agents;
        }

        static void begin(Settings settings, Instrumentation instrumentation, boolean attached)
                throws IOException, ReflectiveOperationException {
            JprofLimit.set(settings.limit, Runtime.getRuntime().maxMemory() / PART, settings.folded);
            Patch patch = settings.all ? new Patch(settings.patch) : Patch.NONE;
            JprofLimit.register(patch.methods, patch.slots);
            settings.makeOut();
            Process process = new Process(settings.named);
            String stem = process.stem();
            if (!settings.flight.isEmpty()) { // before anything is recorded: it is not the program's code
                Flight.start(settings.flight, new File(settings.out, stem));
                JprofThreads.ignore(Flight.THREADS);
            }
            Classes classes = new Classes(new File(settings.out, stem + ".classes"), Classes.IN_FILE, patch.classes,
                    JprofLimit.free());
            if (settings.stoppable && !settings.all) {
                classes.keepNames();
            }
            Facts facts = settings.agents.isEmpty() ? null : new Facts();
            WovenCache cache = new WovenCache(settings.woven, stem);
            Transformer transformer = new Transformer(settings, classes, facts, cache, patch.packages);
            transformer.warm();
            Recorder recorder =
                    new Recorder(new ContextsFile(new File(settings.out, stem + ".contexts"), settings, process,
                            classes), classes, cache);
            JprofVisitor agents = facts == null ? null : agents(settings, facts);
            for (String name : settings.agentPath.isEmpty() ? new String[0] : settings.agents.split(" *, *")) {
                classes.lost(name, "", Transformer.OF_AGENT); // those that it needs are seen when they are loaded
            }
            recorder.visitor(agents);
            Jprof.constructing(new Constructing(transformer));
            if (settings.inherited != null) {
                JprofChildren.adopt(settings.inherited, settings.counts);
            }
            JprofChildren.lead(settings.children);
            if (settings.stoppable) {
                new Who(stem).write(new File(settings.out, stem + ".jvm"));
            }
            final Contexts session = new Contexts(settings, stem, instrumentation, transformer, recorder);
            session.begin();
            instrumentation.addTransformer(transformer, settings.stoppable && !settings.all);
            Jprof.start();
            boolean was = Jprof.off();
            Jprof.hiding(transformer);
            recorder.begin(settings.stoppable);
            if (attached) {
                session.changeLoaded();
            }
            if (settings.time > 0) {
                recorder.expire(settings.time, new Runnable() {
                    @Override
                    public void run() {
                        session.apply("stop");
                    }
                });
            }
            if (was) {
                Jprof.on();
            }
        }
    }
}
