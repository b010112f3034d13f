package jprof.gradle;

import java.util.ArrayList;
import java.util.List;

import javax.inject.Inject;

import org.gradle.api.model.ObjectFactory;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;

/** Runs a command of jprof that builds nothing, such as {@code jprof report}. */
public class JprofCommand extends JprofTask {
    private final Property<String> command;

    @Inject
    public JprofCommand(ObjectFactory objects) {
        super(objects);
        command = objects.property(String.class);
    }

    /** The name of the command: report, check, diff, affected. */
    @Internal
    public Property<String> getCommand() {
        return command;
    }

    @Override
    List<String> arguments(List<String> given) {
        List<String> all = new ArrayList<>();
        all.add(command.get());
        all.addAll(getOptions().get());
        return all;
    }
}
