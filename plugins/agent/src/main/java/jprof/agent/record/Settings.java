package jprof.agent.record;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** The properties file of the agent. */
final class Settings {

    /** The start of the simple names of classes with counters: instrument/rt. */
    private static final String COUNTER = "__Counter";

    /** The folder to write to. */
    final File out;
    /** The environment has named it: then the step of the build is known by it. */
    final boolean named;
    /** That folder as the environment has it, or null. */
    final String counts;
    /** The option of the agent, quoted as JAVA_TOOL_OPTIONS has it; null if this JVM has got it in another way. */
    final String inherited;
    /** The option of the agent for the command lines of JVMs that this one starts; null where they inherit it. */
    final String children;
    /** The JDK is recorded as well. */
    final boolean all;
    /** Exceptions are ignored inside of blocks. */
    final boolean fast;
    /** Only calls are recorded. */
    final boolean callsOnly;
    /** A method that is on the stack already is its own context there. */
    final boolean folded;
    /** Each calling instruction has contexts of its own. */
    final boolean sites;
    /** The number of contexts. */
    final int limit;
    /** The folder of the JDK that was woven ahead of time, empty if there is none. */
    final String patch;
    /** The folder of classes that other JVMs have woven with these settings, null if there is none. */
    final File woven;
    /** The recording can be ended, or be another one's after this: see Session. */
    final boolean stoppable;
    /** Only the methods that ran are noted. */
    final boolean reached;
    /** Where to write what became of the recording, empty for nowhere. */
    final String answer;
    /** The milliseconds until calls of methods that ran are taken out of classes for the first time. */
    final long change;
    /** The milliseconds after which recording ends, 0 for the end of the JVM. */
    final long time;
    /** The step of the build, empty if it is not known. */
    final String step;
    /** The settings of the flight recorder, empty if it is not used. */
    final String flight;
    /** The classes of the user's agents, with commas in between, and where they are; empty if there are none. */
    final String agents;
    final String agentPath;
    /** The classes that are recorded. */
    final Patterns include;
    /** Those of them that are not. */
    final Patterns exclude;

    /**
     * Reads the file.
     *
     * @param path where it is
     * @param patched whether java.base is instrumented in this JVM; without it, the JDK is not recorded. This JVM may
     *     have got its settings from another one, of another JDK
     * @throws IOException if it cannot be read, or has no folder to write to
     */
    Settings(String path, boolean patched) throws IOException {
        Properties p = read(path);
        answer = p.getProperty("answer", "");
        stoppable = "true".equals(p.getProperty("stoppable"));
        reached = "reached".equals(p.getProperty("coverage"));
        try {
            time = Long.parseLong(p.getProperty("time", "0"));
            change = Long.parseLong(p.getProperty("change", "60000"));
        } catch (NumberFormatException e) {
            throw new IOException(path + ": time and change must be milliseconds: " + e.getMessage());
        }
        // Those that attach, and jprof agent, name the folder themselves: the variable may be for the program's counts.
        counts = stoppable ? null : System.getenv("JPROF_COUNTS");
        inherited = inherited(path);
        String jar = p.getProperty("children", "");
        children = jar.isEmpty() ? null : "-javaagent:" + jar + "=" + path;
        named = counts != null && !counts.isEmpty();
        // The folder of jprof agent may be copied to another place, so it names its files relative to itself.
        String own = p.getProperty("out", "");
        if (stoppable && !own.isEmpty() && !new File(own).isAbsolute()) {
            own = new File(new File(path).getAbsoluteFile().getParentFile(), own).getPath();
        }
        String folder = named ? counts : own;
        if (folder.isEmpty()) {
            throw new IOException(path + " must name the folder for the contexts (out)");
        }
        out = new File(folder).getAbsoluteFile();
        all = patched;
        fast = "fast".equals(p.getProperty("blocks"));
        callsOnly = "calls".equals(p.getProperty("blocks"));
        folded = "folded".equals(p.getProperty("recursion"));
        sites = "true".equals(p.getProperty("callSites"));
        try {
            limit = Integer.parseInt(p.getProperty("limit", "8000000"));
        } catch (NumberFormatException e) {
            throw new IOException(path + ": limit must be a number of contexts, not " + p.getProperty("limit"));
        }
        patch = patched ? p.getProperty("patch", "") : "";
        if (patched && patch.isEmpty()) {
            throw new IOException(path + " does not name the folder of the instrumented java.base (patch)");
        }
        String kept = p.getProperty("woven", "");
        // The set of classes that belong to the JDK, and are not woven, depends on its release and its modules.
        String jdk = System.getProperty("java.runtime.version", "").replaceAll("[^A-Za-z0-9.+_-]", "_") + "-"
                + Integer.toHexString(System.getProperty("java.home", "").hashCode());
        woven = kept.isEmpty() ? null : new File(kept, (all ? "all-" : "app-") + jdk);
        step = p.getProperty("step", "");
        flight = p.getProperty("flight", "");
        agents = p.getProperty("agents", "");
        agentPath = p.getProperty("agentPath", "");
        include = new Patterns(p.getProperty("include", ""));
        exclude = new Patterns(p.getProperty("exclude", ""));
    }

    /** Makes the folder to write to. Where the recording is for any JVM, it is private to the user. */
    void makeOut() {
        if (out.mkdirs() && stoppable) {
            out.setReadable(false, false);
            out.setWritable(false, false);
            out.setExecutable(false, false);
            out.setReadable(true, true);
            out.setWritable(true, true);
            out.setExecutable(true, true);
        }
    }

    /**
     * Reads a properties file.
     *
     * @param path where it is
     * @return its keys
     * @throws IOException if it cannot be read
     */
    static Properties read(String path) throws IOException {
        if (path == null || path.isEmpty()) {
            throw new IOException("the option of the agent names no properties file");
        }
        Properties p = new Properties();
        try (Reader in = new InputStreamReader(new FileInputStream(path), StandardCharsets.UTF_8)) {
            p.load(in);
        }
        return p;
    }

    /** Finds the option of the agent in the environment: ours is the first one there. */
    private static String inherited(String path) {
        String all = System.getenv("JAVA_TOOL_OPTIONS");
        int end = all == null ? -1 : all.indexOf(path);
        if (end < 0) {
            return null;
        }
        end += path.length();
        boolean quoted = end < all.length() && !Character.isWhitespace(all.charAt(end)); // at both ends
        return all.substring(0, quoted ? end + 1 : end);
    }

    /**
     * Reports whether a class is to be recorded. Classes with jprof's counters are not the program's.
     *
     * @param name its name with dots
     * @return whether it is
     */
    boolean includes(String name) {
        return (include.empty() || include.match(name)) && !exclude.match(name)
                && !name.startsWith(COUNTER, name.lastIndexOf('.') + 1);
    }

    /**
     * Reports whether the user has asked for a class, which belongs to another agent.
     *
     * @param name its name with slashes
     * @return whether one of the patterns of what to record matches
     */
    boolean names(String name) {
        return !include.empty() && includes(name.replace('/', '.'));
    }
}
