package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs {@code jprof report}: writes the report of the newest run. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public class ReportMojo extends AbstractCommandMojo {
    /** Options and arguments of {@code jprof report}, separated by commas, such as {@code --text}. */
    @Parameter(property = "jprof.report")
    private List<String> reportOptions = new ArrayList<>();

    @Override
    List<String> options() {
        return reportOptions;
    }
}
