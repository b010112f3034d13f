package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs {@code jprof check}: fails if the newest run does not pass the gates of the settings. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public class CheckMojo extends AbstractCommandMojo {
    /** Options and arguments of {@code jprof check}, separated by commas, such as {@code --min-lines=80}. */
    @Parameter(property = "jprof.check")
    private List<String> checkOptions = new ArrayList<>();

    @Override
    List<String> options() {
        return checkOptions;
    }
}
