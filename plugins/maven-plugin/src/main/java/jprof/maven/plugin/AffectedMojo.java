package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs {@code jprof affected}: lists the tests that the changes since a revision affect. */
@Mojo(name = "affected", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public class AffectedMojo extends AbstractProgramMojo {
    /** Options and arguments of {@code jprof affected}, such as {@code --since=origin/main}. */
    @Parameter(property = "jprof.affected")
    private List<String> affectedOptions = new ArrayList<>();

    @Override
    List<String> arguments(MavenSession session) {
        List<String> all = new ArrayList<>();
        all.add("affected");
        all.addAll(affectedOptions);
        return all;
    }
}
