package jprof.gradle;

import java.io.File;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.gradle.StartParameter;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.logging.configuration.ShowStacktrace;
import org.gradle.api.logging.configuration.WarningMode;

/** The options that the user has given to a build, for another call of Gradle in a folder. */
final class Given implements Serializable {
    private static final long serialVersionUID = 1;

    private final File root;
    private final File userHome;
    private final ArrayList<String> options = new ArrayList<>();

    private Given(File root, File userHome) {
        this.root = root;
        this.userHome = userHome;
    }

    /** Returns the options of a build, for a call in its root folder. */
    static Given of(StartParameter p, File root) {
        Given given = new Given(root, p.getGradleUserHomeDir());
        given.value("--max-workers", p.getMaxWorkerCount());
        given.places(p);
        given.modes(p);
        given.newer(p);
        given.output(p);
        p.getExcludedTaskNames().forEach(task -> given.value("--exclude-task", task));
        given.properties("-D", p.getSystemPropertiesArgs());
        given.properties("-P", p.getProjectProperties());
        return given;
    }

    /** Returns the options of a call of Gradle, without its tasks. */
    List<String> options() {
        return options;
    }

    /** Returns a process in the root folder of the build. */
    ProcessBuilder process(List<String> command) {
        ProcessBuilder process = new ProcessBuilder(command).directory(root);
        process.environment().put("GRADLE_USER_HOME", userHome.getPath());
        return process;
    }

    private void places(StartParameter p) {
        p.getInitScripts().forEach(script -> value("--init-script", script));
        p.getIncludedBuilds().stream().filter(build -> !build.equals(root))
            .forEach(build -> value("--include-build", build));
        if (p.getProjectCacheDir() != null) {
            value("--project-cache-dir", p.getProjectCacheDir());
        }
    }

    private void modes(StartParameter p) {
        flag("--no-daemon", true); // the one of this build is busy, and another one would stay behind
        flag(p.isParallelProjectExecutionEnabled() ? "--parallel" : "--no-parallel", true);
        flag("--offline", p.isOffline());
        flag("--refresh-dependencies", p.isRefreshDependencies());
        flag("--rerun-tasks", p.isRerunTasks());
        flag("--continue", p.isContinueOnFailure());
        flag("--profile", p.isProfile());
        flag("--scan", p.isBuildScan());
        flag("--no-scan", p.isNoBuildScan());
    }

    /** Adds what the oldest version of Gradle does not have. */
    private void newer(StartParameter p) {
        Object cache = call(p, "isConfigurationCacheRequested");
        flag("--configuration-cache", Boolean.TRUE.equals(cache));
        flag("--no-configuration-cache", Boolean.FALSE.equals(cache));
        Object verification = call(p, "getDependencyVerificationMode");
        if (verification != null) {
            value("--dependency-verification", verification.toString().toLowerCase(Locale.ROOT));
        }
    }

    private static Object call(StartParameter p, String method) {
        try {
            return StartParameter.class.getMethod(method).invoke(p);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private void output(StartParameter p) {
        // --quiet, --warn, --info, --debug
        flag("--" + p.getLogLevel().name().toLowerCase(Locale.ROOT), p.getLogLevel() != LogLevel.LIFECYCLE);
        flag("--stacktrace", p.getShowStacktrace() == ShowStacktrace.ALWAYS);
        flag("--full-stacktrace", p.getShowStacktrace() == ShowStacktrace.ALWAYS_FULL);
        if (p.getWarningMode() != WarningMode.Summary) {
            value("--warning-mode", p.getWarningMode().name().toLowerCase(Locale.ROOT));
        }
    }

    private void flag(String option, boolean is) {
        if (is) {
            options.add(option);
        }
    }

    private void value(String option, Object value) {
        options.add(option);
        options.add(value.toString());
    }

    private void properties(String option, Map<String, String> properties) {
        new TreeMap<>(properties).forEach((name, value) -> options.add(option + name + "=" + value));
    }
}
