package jprof.maven;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The environment variables of the JVMs that a mojo starts for tests, with those of jprof: where they write their
 * counts, and the agent that records contexts.
 *
 * <p>Its text does not have those. Surefire makes a check sum of the texts of its parameters: it does not run tests
 * again that have run with the same sum, and names the file with the times of tests by it.
 */
final class TestVariables extends LinkedHashMap<Object, Object> {

    /** The variable that names the folder that a JVM writes to. */
    static final String COUNTS = "JPROF_COUNTS";

    /** The field of Surefire, Failsafe and plugins derived from them. */
    static final String FIELD = "environmentVariables";

    private static final long serialVersionUID = 1;

    private final String text;

    TestVariables(Map<?, ?> own, Map<String, String> more) {
        super(own == null ? new LinkedHashMap<Object, Object>() : own);
        putAll(more);
        text = String.valueOf(own == null ? new LinkedHashMap<Object, Object>() : own);
    }

    @Override
    public String toString() {
        return text;
    }

    /** A name for a folder that starts with a module's and is made of all the rest, too. */
    static String folder(String module, String... about) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            byte[] hash = digest.digest(String.join("\n", about).getBytes(StandardCharsets.UTF_8));
            String name = module.replaceAll("[^A-Za-z0-9._-]", "_");
            String start = name.substring(0, Math.min(name.length(), 60));
            return start + String.format("-%040x", new BigInteger(1, hash)).substring(0, 13);
        } catch (NoSuchAlgorithmException e) { // each Java has it
            throw new IllegalStateException(e);
        }
    }
}
