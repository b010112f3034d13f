package jprof.maven.plugin;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * Runs {@code jprof mvn test}: builds and tests a copy of the project with counters, and leaves a run and its report
 * in {@code .jprof}. Profiles, properties and options of Maven are those of this build.
 */
@Mojo(name = "test", defaultPhase = LifecyclePhase.TEST, aggregator = true, threadSafe = true)
public class TestMojo extends AbstractBuildMojo {
}
