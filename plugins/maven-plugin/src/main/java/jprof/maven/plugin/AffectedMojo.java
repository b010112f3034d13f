package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs {@code jprof affected}: lists the tests that the changes since a revision affect. */
@Mojo(name = "affected", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public class AffectedMojo extends AbstractCommandMojo {
    /** Options and arguments of {@code jprof affected}, separated by commas, such as {@code --since=origin/main}. */
    @Parameter(property = "jprof.affected")
    private List<String> affectedOptions = new ArrayList<>();

    @Override
    List<String> options() {
        return affectedOptions;
    }
}
