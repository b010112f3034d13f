package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs {@code jprof diff}: compares two runs. */
@Mojo(name = "diff", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public class DiffMojo extends AbstractProgramMojo {
    /** Options and arguments of {@code jprof diff}, such as {@code --exit-code}. */
    @Parameter(property = "jprof.diff")
    private List<String> diffOptions = new ArrayList<>();

    @Override
    List<String> arguments(MavenSession session) {
        List<String> all = new ArrayList<>();
        all.add("diff");
        all.addAll(diffOptions);
        return all;
    }
}
