package jprof.agent.record;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import jprof.agent.runtime.Jprof;
import jprof.agent.runtime.JprofLimit;
import jprof.agent.weave.Exclusions;
import jprof.agent.weave.Options;
import jprof.agent.weave.Quiet;
import jprof.agent.weave.Weaver;
import jprof.agent.weave.Woven;

/**
 * Weaves classes while they are loaded. It is one that can retransform only where recording may end before the JVM.
 * Else what other agents make of a class later is made of the woven one. A class that is redefined is woven again, with
 * methods of its own.
 */
final class Transformer implements ClassFileTransformer, Options.Filter, Function<Object[], byte[]> {

    /** Why classes of the agent path are not woven. */
    static final String OF_AGENT = "on the agent path: what agents do is not recorded";

    /** Why classes of other agents are not woven. */
    private static final String OF_OTHER = "an agent (-javaagent) is not the program; contexts.include in jprof.yaml "
            + "records classes of it";

    private final Settings settings;
    private final Classes classes;
    private final Facts facts;
    private final WovenCache cache;
    private final Options options = new Options();
    /** The packages of java.base with slashes, empty where it is not woven ahead of time. */
    private final Set<String> patched;
    /** Finds the classes of the JDK; null where these are woven as well. */
    private final Platform jdk;
    /** Finds the classes of other agents of this JVM, and their jars that outputs name already. */
    private final OtherAgents others;
    private final Set<String> named = Collections.newSetFromMap(new ConcurrentHashMap<String, Boolean>());
    /** The classes that it has changed, with slashes, by class loader; null where that is never undone. */
    private final Map<ClassLoader, Set<String>> changed;
    /** Classes that it should have changed, with slashes. */
    private final Set<String> lacking = Collections.newSetFromMap(new ConcurrentHashMap<String, Boolean>());
    /** It changes no class any more. */
    private volatile boolean stopped;

    /**
     * Makes the transformer.
     *
     * @param settings what to weave
     * @param classes where woven classes go
     * @param facts what agents of users read, null if there are none
     * @param cache what other JVMs have woven
     * @param patched the packages of java.base with dots, empty where it is not woven ahead of time
     * @throws ReflectiveOperationException never
     * @throws IOException if the agent's jar cannot be found
     */
    Transformer(Settings settings, Classes classes, Facts facts, WovenCache cache, Set<String> patched)
            throws ReflectiveOperationException, IOException {
        this.settings = settings;
        this.facts = facts;
        this.classes = classes;
        this.cache = cache;
        this.patched = patched;
        changed = settings.stoppable ? new WeakHashMap<ClassLoader, Set<String>>() : null;
        options.fast = settings.fast;
        options.calls = settings.callsOnly;
        options.callSites = settings.sites;
        options.all = settings.all;
        options.woven = this;
        jdk = settings.all ? null : new Platform(Origin.PLATFORM);
        options.agents = facts != null;
        others = new OtherAgents(Inject.jar());
        Jprof.appending(others);
    }

    /**
     * Loads all classes that weaving needs: later, one of them might be what a thread is about to load. And each class
     * that is loaded takes a hash code from its thread: those of the program's objects must not depend on which classes
     * are woven, and which are kept. Then weaves a class of the agent, and forgets it, for classes of the JDK.
     *
     * @throws IOException if the agent's jar cannot be read
     * @throws ClassNotFoundException never
     */
    void warm() throws IOException, ClassNotFoundException {
        Inject.load("jprof/agent/asm/", "jprof/agent/weave/", "jprof/agent/record/");
        String name = "jprof/agents/Integrate"; // none of jprof/agent is ever woven
        byte[] code = Inject.read(name);
        Weaver.weave(code, options).code(0);
        cache.find(code);
        woven("java/util/HashMap");
        woven(name);
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] code) {
        boolean was = Jprof.off(); // class loaders and the JDK may be woven
        try {
            if (name == null || stopped) {
                return null;
            }
            if (other(loader, name, domain)) {
                return noted(loader, name, Quiet.weave(code));
            }
            return !takes(loader, name, domain) ? null
                    : noted(loader, name, weave(name, loader, code, lasting(loader, name, domain)));
        } finally {
            if (was) {
                Jprof.on();
            }
        }
    }

    /** Reports whether a class belongs to agents of users, or to what they use of jprof. */
    private boolean agents(ClassLoader loader, String name) {
        if (loader != null && loader.getClass().getName().equals("jprof.agent.UserAgents$AgentLoader")) {
            classes.lost(name.replace('/', '.'), "", OF_AGENT);
            return true;
        }
        return name.startsWith("jprof/api/") || name.startsWith("jprof/agents/");
    }

    /** Reports whether a class belongs to another agent, and is not recorded therefore. */
    private boolean other(ClassLoader loader, String name, ProtectionDomain domain) {
        String jar = settings.names(name) ? null : others.jarOf(loader, name, domain);
        if (jar != null && named.add(jar)) {
            classes.lost("", "the agent " + jar, OF_OTHER);
        }
        return jar != null;
    }

    /** Reports whether a class is woven here. */
    private boolean takes(ClassLoader loader, String name, ProtectionDomain domain) {
        if (loader == getClass().getClassLoader() || agents(loader, name) || !settings.all && Origin.generated(name)
                || Exclusions.reason(name) != null) {
            return false;
        }
        boolean other = settings.all ? loader == null && patched.contains(packageOf(name))
                : Origin.ofPlatform(loader, domain);
        return !other && settings.includes(name.replace('/', '.'));
    }

    /**
     * Weaves a hidden class. Its name in the class file is that of others as well: the JVM adds a number.
     *
     * @param hidden the class loader, the class that it is for, its name, its class file
     * @return the class file to load
     */
    @Override
    public byte[] apply(Object[] hidden) {
        boolean was = Jprof.off();
        try {
            byte[] code = (byte[]) hidden[3];
            String name = new ClassReader(code).getClassName();
            Class<?> host = (Class<?>) hidden[1];
            byte[] woven = null;
            if (host != null && other(host.getClassLoader(), host.getName().replace('.', '/'),
                    host.getProtectionDomain())) {
                woven = Quiet.weave(code);
            } else if (settings.includes(name.replace('/', '.'))) {
                woven = weave(name, (ClassLoader) hidden[0], code, false);
            }
            return woven == null ? code : woven;
        } finally {
            if (was) {
                Jprof.on();
            }
        }
    }

    /**
     * Reports whether a class is likely to be the same in other JVMs: those that a program makes often are not.
     *
     * @param loader its class loader
     * @param name its name with slashes
     * @param domain where it comes from
     * @return whether it comes from a file, or is one of the JDK that is not made while the JVM runs
     */
    private static boolean lasting(ClassLoader loader, String name, ProtectionDomain domain) {
        if (loader == null) {
            return !Origin.generated(name);
        }
        return Origin.place(domain) != null;
    }

    /** Weaves a class, or finds it woven; null if it stays as it is. */
    private byte[] weave(String name, ClassLoader loader, byte[] code, boolean lasting) {
        String dotted = name.replace('/', '.');
        try {
            Woven woven = lasting ? cache.find(code) : null;
            if (woven == null) {
                woven = Weaver.weave(code, options);
                if (lasting) {
                    cache.add(code, woven);
                }
            }
            int first = classes.add(dotted, Origin.kind(loader), code, woven);
            if (facts != null) {
                facts.add(dotted, code, woven, first);
            }
            int n = woven.methods.size();
            int[] ids = new int[n];
            int[] slots = new int[n];
            for (int i = 0; i < n; i++) {
                ids[i] = first + i;
                slots[i] = woven.methods.get(i).kind.length;
            }
            JprofLimit.register(ids, slots);
            return n == 0 ? null : woven.code(first);
        } catch (Throwable e) {
            // The class is loaded as it is.
            classes.lost(dotted, "", "it could not be woven: " + e);
            return null;
        }
    }

    private static String packageOf(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0 ? "" : name.substring(0, slash).replace('/', '.');
    }

    /**
     * Says for a class that others extend whether it is woven.
     *
     * @param name its name with slashes
     * @return whether it is, as far as its name says
     */
    @Override
    public boolean woven(String name) {
        if (Exclusions.reason(name) != null || !settings.includes(name.replace('/', '.'))
                || others.declare(name) && !settings.names(name) || lacking.contains(name)) {
            return false;
        }
        if (settings.all) {
            return true;
        }
        return !jdk.has(name);
    }

    /** Notes the class that it has changed, where that may have to be undone. */
    private byte[] noted(ClassLoader loader, String name, byte[] code) {
        if (changed != null && code != null) {
            synchronized (changed) {
                Set<String> names = changed.get(loader);
                if (names == null) {
                    names = new HashSet<>();
                    changed.put(loader, names);
                }
                names.add(name);
            }
        }
        return code;
    }

    /**
     * Reports whether it has changed a class.
     *
     * @param type the class
     * @return whether it has
     */
    boolean has(Class<?> type) {
        synchronized (changed) {
            Set<String> names = changed.get(type.getClassLoader());
            return names != null && names.contains(type.getName().replace('.', '/'));
        }
    }

    /**
     * Reports whether it is to change a class that was loaded before.
     *
     * @param type the class
     * @return whether it is
     */
    boolean takes(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        String name = type.getName().replace('.', '/');
        ProtectionDomain domain = type.getProtectionDomain();
        return other(loader, name, domain) || takes(loader, name, domain);
    }

    /**
     * Names a class that the JVM does not change.
     *
     * @param type the class
     * @param why the reason
     */
    void lost(Class<?> type, Throwable why) {
        lacking.add(type.getName().replace('.', '/'));
        classes.lost(type.getName(), "", "it was loaded before, and the JVM does not change it: " + why);
    }

    /** Changes no class any more. */
    void stop() {
        stopped = true;
    }
}
