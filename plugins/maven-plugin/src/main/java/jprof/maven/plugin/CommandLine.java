package jprof.maven.plugin;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.apache.maven.execution.MavenExecutionRequest;

/** The options with which Maven was started, for another call of Maven. */
final class CommandLine {
    /** The starts of the names of properties that Maven 4 sets itself, from its files, for each call. */
    private static final List<String> OF_MAVEN = Arrays.asList("session.", "maven.installation.", "maven.project.",
        "maven.user.");

    private final List<String> args = new ArrayList<>();

    private CommandLine() {
    }

    /** Returns the options of a call of mvn, without its goals and some properties. */
    static List<String> of(MavenExecutionRequest request, Set<String> without) {
        CommandLine line = new CommandLine();
        line.places(request);
        line.projects(request);
        line.profiles(request);
        line.modes(request);
        request.getUserProperties().stringPropertyNames().stream().sorted()
            .filter(name -> !without.contains(name) && OF_MAVEN.stream().noneMatch(name::startsWith))
            .forEach(name -> line.args.add("-D" + name + "=" + request.getUserProperties().getProperty(name)));
        return line.args;
    }

    /** Reports whether Maven was started with -q. */
    static boolean quiet(MavenExecutionRequest request) {
        return request.getLoggingLevel() >= MavenExecutionRequest.LOGGING_LEVEL_ERROR;
    }

    private void places(MavenExecutionRequest request) {
        File pom = request.getPom();
        if (pom != null && !pom.equals(new File(request.getBaseDirectory(), "pom.xml"))) {
            value("-f", pom);
        }
        value("-s", request.getUserSettingsFile());
        value("-gs", request.getGlobalSettingsFile());
        value("-t", request.getUserToolchainsFile());
        value("-gt", request.getGlobalToolchainsFile());
    }

    private void projects(MavenExecutionRequest request) {
        List<String> names = new ArrayList<>(request.getSelectedProjects());
        request.getExcludedProjects().forEach(name -> names.add("!" + name));
        list("-pl", names);
        String make = String.valueOf(request.getMakeBehavior());
        flag("-am", make.equals(MavenExecutionRequest.REACTOR_MAKE_UPSTREAM)
            || make.equals(MavenExecutionRequest.REACTOR_MAKE_BOTH));
        flag("-amd", make.equals(MavenExecutionRequest.REACTOR_MAKE_DOWNSTREAM)
            || make.equals(MavenExecutionRequest.REACTOR_MAKE_BOTH));
        if (request.getResumeFrom() != null) {
            args.add("-rf");
            args.add(request.getResumeFrom());
        }
        flag("-N", !request.isRecursive());
    }

    private void profiles(MavenExecutionRequest request) {
        List<String> ids = new ArrayList<>(request.getActiveProfiles());
        request.getInactiveProfiles().forEach(id -> ids.add("!" + id));
        list("-P", ids);
    }

    private void modes(MavenExecutionRequest request) {
        flag("-o", request.isOffline());
        flag("-U", request.isUpdateSnapshots());
        flag("-nsu", request.isNoSnapshotUpdates());
        flag("-llr", request.isUseLegacyLocalRepository());
        flag("-B", !request.isInteractiveMode());
        flag("-e", request.isShowErrors());
        flag("-q", quiet(request));
        flag("-X", request.getLoggingLevel() == MavenExecutionRequest.LOGGING_LEVEL_DEBUG);
        flag("-ntp", request.getTransferListener() != null
            && request.getTransferListener().getClass().getSimpleName().startsWith("Quiet"));
        flag("-C", "fail".equals(request.getGlobalChecksumPolicy()));
        flag("-c", "warn".equals(request.getGlobalChecksumPolicy()));
        flag("-fae", MavenExecutionRequest.REACTOR_FAIL_AT_END.equals(request.getReactorFailureBehavior()));
        flag("-fn", MavenExecutionRequest.REACTOR_FAIL_NEVER.equals(request.getReactorFailureBehavior()));
        boolean threads = request.getDegreeOfConcurrency() > 1;
        if (threads) {
            args.add("-T");
            args.add(String.valueOf(request.getDegreeOfConcurrency()));
        }
        if (!request.getBuilderId().equals(threads ? "multithreaded" : "singlethreaded")) {
            args.add("-b");
            args.add(request.getBuilderId());
        }
    }

    private void flag(String option, boolean is) {
        if (is) {
            args.add(option);
        }
    }

    /** Adds an option with a file, if there is that file: defaults need not exist. */
    private void value(String option, File file) {
        if (file != null && file.exists()) {
            args.add(option);
            args.add(file.getPath());
        }
    }

    private void list(String option, List<String> values) {
        if (!values.isEmpty()) {
            args.add(option);
            args.add(String.join(",", values));
        }
    }
}
