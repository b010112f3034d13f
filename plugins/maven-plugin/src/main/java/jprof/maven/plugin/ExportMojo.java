package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs {@code jprof export}: writes the counts of the newest run for other tools. */
@Mojo(name = "export", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public class ExportMojo extends AbstractCommandMojo {
    /** Options and arguments of {@code jprof export}, separated by commas, such as {@code --format=lcov,-o,a.info}. */
    @Parameter(property = "jprof.export")
    private List<String> exportOptions = new ArrayList<>();

    @Override
    List<String> options() {
        return exportOptions;
    }
}
