package jprof.maven.plugin;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * Runs {@code jprof mvn verify}: builds and tests a copy of the project with counters, and leaves a run and its report
 * in {@code .jprof}. Profiles, properties and options of Maven are those of this build.
 */
@Mojo(name = "verify", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public class VerifyMojo extends AbstractBuildMojo {
}
