package gradle

import (
	"regexp"
	"slices"

	"jprof/buildtools"
	"jprof/buildtools/cmdline"
	"jprof/internal/util/lazyregexp"
)

// syntax is the syntax of gradle, with the options of tasks that have values.
var syntax = cmdline.Syntax{
	Valued: map[string]string{
		"-D": "--system-prop", "-P": "--project-prop", "-I": "--init-script", "-p": "--project-dir",
		"-b": "--build-file", "-c": "--settings-file", "-g": "--gradle-user-home", "-x": "--exclude-task",
		"-F": "--dependency-verification", "-M": "--write-verification-metadata",
		"--project-cache-dir": "--project-cache-dir", "--include-build": "--include-build", "--console": "--console",
		"--max-workers": "--max-workers", "--priority": "--priority", "--warning-mode": "--warning-mode",
		"--configuration-cache-problems": "--configuration-cache-problems", "--update-locks": "--update-locks",
		"--tests": "--tests", "--args": "--args", "--configuration": "--configuration", "--dependency": "--dependency",
		"--group": "--group", "--task": "--task", "--type": "--type", "--dsl": "--dsl",
		"--gradle-version": "--gradle-version", "--distribution-type": "--distribution-type",
		"--gradle-distribution-url": "--gradle-distribution-url",
	},
	Paths: []string{"--init-script", "--project-dir", "--build-file", "--settings-file", "--gradle-user-home",
		"--project-cache-dir", "--include-build"},
}

// info lists the options with which gradle ends after it has printed something.
var info = []string{"-v", "--version", "-?", "-h", "--help", "--stop", "--status", "--gui"}

var continuous = []string{"-t", "--continuous"}

// onlyOwn reports whether all tasks only write the user's own build files.
func onlyOwn(tasks []string) bool {
	for _, task := range tasks {
		if !slices.Contains([]string{"init", "wrapper"}, lastName(task)) {
			return false
		}
	}
	return len(tasks) > 0
}

// refusals lists the names of tasks that must not run on instrumented code, and the reasons. The user may abbreviate a
// name, and other tasks may need such a task, so the init script also searches for tasks of the types that publish.
// Only the script checks tasks with a repository in their name, because the repository may be in the project.
var refusals = []struct {
	name   func() *regexp.Regexp
	reason string
}{
	{lazyregexp.New(`^(publish|upload|deploy|artifactory|bintray|jreleaser|push)([A-Z].*)?$|` +
		`^[a-z]+(Upload|Publish|Deploy)$`),
		"it would publish instrumented code"},
	{lazyregexp.New(`^(release|closeAndRelease.*)$`), "it would publish a release"},
	{lazyregexp.New(`^sign[A-Z].*$`), "it would sign instrumented code"},
	{lazyregexp.New(`^install$`), "it would put instrumented code into the local Maven repository"},
}

var toRepository = lazyregexp.New(`^publish[A-Z]\w*To[A-Z]\w*Repository$`)

// refuse returns an error for the first task that refusals lists.
func refuse(tasks []string) error {
	for _, task := range tasks {
		if toRepository().MatchString(lastName(task)) {
			continue
		}
		for _, r := range refusals {
			if r.name().MatchString(lastName(task)) {
				return buildtools.Errorf([]string{"run it without jprof, or give jprof a task such as build"},
					"gradle %s is refused: %s", task, r.reason)
			}
		}
	}
	return nil
}

// compiling matches tasks that compile Java in every build with Java sources.
var compiling = lazyregexp.New(`^(build(Needed|Dependents)?|assemble|check|jar|war|run|` +
	`[a-zA-Z]*[tT]est|[a-zA-Z]*[cC]lasses|compile[A-Z]\w*Java|compileJava|installDist|` +
	`distZip|boot(Jar|Run|War)|shadowJar|jacocoTestReport)$`)

// compiles reports whether the tasks certainly compile something, if there are Java sources. It returns false for
// unknown tasks, and for the default tasks.
func compiles(tasks []string) bool {
	return slices.ContainsFunc(tasks, func(task string) bool { return compiling().MatchString(lastName(task)) })
}
