package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs {@code jprof diff}: compares two runs. */
@Mojo(name = "diff", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public class DiffMojo extends AbstractCommandMojo {
    /** Options and arguments of {@code jprof diff}, separated by commas, such as {@code --exit-code}. */
    @Parameter(property = "jprof.diff")
    private List<String> diffOptions = new ArrayList<>();

    @Override
    List<String> options() {
        return diffOptions;
    }
}
