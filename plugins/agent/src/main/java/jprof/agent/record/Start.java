package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Constructor;
import jprof.agent.jdk.Children;
import jprof.agent.runtime.Jprof;
import jprof.agent.runtime.JprofChildren;
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
        if (!done) {
            Inject.define();
        }
        Inject.initialise();
        Begin.begin(settings, instrumentation);
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

        static void begin(Settings settings, Instrumentation instrumentation)
                throws IOException, ReflectiveOperationException {
            JprofLimit.set(settings.limit, Runtime.getRuntime().maxMemory() / PART, settings.folded);
            Patch patch = settings.all ? new Patch(settings.patch) : Patch.NONE;
            JprofLimit.register(patch.methods, patch.slots);
            settings.out.mkdirs();
            Process process = new Process(settings.named);
            String stem = process.pid + "-" + process.start;
            if (!settings.flight.isEmpty()) { // before anything is recorded: it is not the program's code
                Flight.start(settings.flight, new File(settings.out, stem));
                JprofThreads.ignore(Flight.THREADS);
            }
            Classes classes = new Classes(new File(settings.out, stem + ".classes"), Classes.IN_FILE, patch.classes,
                    patch.methods.length);
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
            instrumentation.addTransformer(transformer);
            Jprof.start();
            boolean was = Jprof.off();
            Jprof.hiding(transformer);
            recorder.begin();
            if (was) {
                Jprof.on();
            }
        }
    }
}
