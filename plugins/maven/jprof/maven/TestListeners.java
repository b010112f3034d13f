package jprof.maven;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.model.Dependency;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;

/**
 * Has the JVMs of a test step count by test: their class path gets the jar with jprof's listeners. The platform of
 * JUnit and TestNG find them by themselves. To the providers for JUnit 4 their property says it. No listener can be
 * named to the one for JUnit 3: there the jar is an agent, too, which adds one where Surefire adds its own. Where tests
 * may run at the same time, it is an agent that has pools say for which test they work; and where the run is to know
 * the files that tests open.
 */
final class TestListeners {

    private static final String CLASS_PATH = "additionalClasspathElements";

    private static final String PROPERTIES = "properties";

    private static final String LISTENER = "listener";

    /** The option of the agent that does nothing but to change classes of the platform. */
    private static final String POOLS = "pools";

    private final Object mojo;
    private final MojoExecution execution;
    private final MavenProject project;
    private final String jar;
    private final boolean files;
    private final Properties ofUser;

    TestListeners(Step step, MojoExecution execution, Hook hook, Properties ofUser) {
        this.ofUser = ofUser;
        this.mojo = step.target();
        this.project = step.project();
        this.execution = execution;
        this.jar = hook.testsJar;
        this.files = hook.testFiles;
    }

    /** Changes the mojo, and returns why its JVMs do not count by test; "" where they do. */
    String attach() {
        if (!addToClassPath()) {
            if (!ContextAgent.takesArguments(mojo)) {
                return ""; // Failsafe's goal verify starts no JVMs
            }
            return "no counts by test: its plugin takes no more class path";
        }
        Provider provider = provider();
        if (provider == Provider.JUNIT4) {
            addListener();
        }
        if (provider != Provider.JUNIT3 && provider != Provider.DEAF) {
            if (!ContextAgent.inMaven(mojo) && !ContextAgent.refusesAgents(mojo)
                    && (files || ParallelTests.mayRun(mojo, ofUser))) {
                ContextAgent.addArguments(mojo, Collections.singletonList("-javaagent:" + jar + "=" + POOLS));
            }
            return "";
        }
        if (ContextAgent.inMaven(mojo)) {
            String which = provider == Provider.JUNIT3 ? "JUnit 3" : "JUnit 4 of " + execution.getVersion();
            return "no counts by test: " + which + " runs in Maven's own JVM (forkCount is 0)";
        }
        if (ContextAgent.refusesAgents(mojo)) {
            return "no counts by test: a JVM with its argLine takes no agents";
        }
        return ContextAgent.addArguments(mojo, Collections.singletonList("-javaagent:" + jar))
                ? ""
                : "no counts by test: its plugin takes no options";
    }

    private boolean addToClassPath() {
        Field field = Fields.find(mojo, CLASS_PATH);
        if (field == null) {
            return false;
        }
        List<Object> all = new ArrayList<>();
        Object own = Fields.get(mojo, CLASS_PATH, Object.class);
        if (own instanceof Object[]) {
            all.addAll(Arrays.asList((Object[]) own));
        } else if (own instanceof List) { // before Surefire 2.13
            all.addAll((List<?>) own);
        }
        all.add(jar);
        boolean array = field.getType().isArray();
        return Fields.set(mojo, CLASS_PATH, array ? all.toArray(new String[0]) : all);
    }

    /** Adds the listener to those of the user. */
    private void addListener() {
        Properties properties = new Properties();
        Properties own = Fields.get(mojo, PROPERTIES, Properties.class);
        if (own != null) {
            properties.putAll(own);
        }
        String listeners = properties.getProperty(LISTENER, "").trim();
        String listener = "jprof.tests.JUnit4Listener";
        properties.setProperty(LISTENER, listeners.isEmpty() ? listener : listeners + "," + listener);
        Fields.set(mojo, PROPERTIES, properties);
    }

    /** Those that listeners do not find by themselves. DEAF is the one for JUnit 4 of 2.19, which calls no listener. */
    private enum Provider { JUNIT3, JUNIT4, DEAF, OTHER }

    /** The provider that the mojo will take, by its own rules: one that its plugin names, or by the dependencies. */
    private Provider provider() {
        List<Provider> named = new ArrayList<>();
        for (Dependency d : execution.getPlugin() == null
                ? new ArrayList<Dependency>()
                : execution.getPlugin().getDependencies()) {
            boolean surefire = "org.apache.maven.surefire".equals(d.getGroupId());
            switch (surefire ? d.getArtifactId() : "") {
                case "surefire-junit3":
                case "surefire-junit":
                    named.add(Provider.JUNIT3);
                    break;
                case "surefire-junit4":
                case "surefire-junit47":
                    named.add(junit4());
                    break;
                case "surefire-testng":
                case "surefire-junit-platform":
                    named.add(Provider.OTHER);
                    break;
                default:
                    break;
            }
        }
        if (!named.isEmpty()) {
            return named.contains(Provider.OTHER) ? Provider.OTHER : named.get(0);
        }
        if (artifact("testNGArtifactName", "org.testng:testng") != null || takesPlatform()) {
            return Provider.OTHER;
        }
        Artifact junit = artifact("junitArtifactName", "junit:junit");
        if (junit == null) {
            junit = artifact("", "junit:junit-dep");
        }
        if (junit == null || junit.getBaseVersion() == null) {
            return Provider.OTHER; // tests without a framework
        }
        boolean old = junit.getBaseVersion().startsWith("3.");
        return !knows(old ? "JUnit3" : "JUnit4") ? Provider.OTHER : old ? Provider.JUNIT3 : junit4();
    }

    private Provider junit4() {
        return execution.getVersion().startsWith("2.19") ? Provider.DEAF : Provider.JUNIT4;
    }

    /** Reports whether the mojo takes the provider for the platform of JUnit, the only one from Surefire 3.6 on. */
    private boolean takesPlatform() {
        return knows("JUnitPlatform")
                && artifact("", "org.junit.platform:junit-platform-commons") != null
                && artifact("", "org.junit.platform:junit-platform-runner") == null;
    }

    /** Reports whether this version of Surefire has a provider of that name. */
    private boolean knows(String provider) {
        try {
            String name = "org.apache.maven.plugin.surefire.AbstractSurefireMojo$" + provider + "ProviderInfo";
            Class.forName(name, false, mojo.getClass().getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** The artifact of the project that a parameter of the mojo names, null for none. */
    private Artifact artifact(String parameter, String usual) {
        String name = parameter.isEmpty() ? null : Fields.get(mojo, parameter, String.class);
        Map<String, Artifact> all = project.getArtifactMap();
        return all.get(name == null || name.isEmpty() ? usual : name);
    }
}
