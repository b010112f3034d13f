package maven

import (
	"slices"
	"strings"

	"jprof/buildtools"
)

// refusal is a goal that is not to be run on instrumented code, and why.
type refusal struct {
	matches func(plugin, goal string) bool // plugin is the prefix or the artifactId, "" for a phase
	reason  string
}

const publishes = "it would publish instrumented code"

// refusals lists the goals that are refused. -Dmaven.deploy.skip alone is not enough: other plugins than
// maven-deploy-plugin publish too.
var refusals = []refusal{
	{func(plugin, goal string) bool {
		return plugin == "" && (goal == "deploy" || goal == "site-deploy")
	}, publishes},
	{func(_, goal string) bool {
		return strings.HasPrefix(goal, "deploy") || strings.HasSuffix(goal, "-deploy")
	}, publishes},
	{func(_, goal string) bool {
		return strings.HasPrefix(goal, "publish") || strings.HasPrefix(goal, "push") ||
			strings.HasPrefix(goal, "upload")
	}, publishes},
	{isPlugin("release", "maven-release-plugin"), "it would tag and publish a release"},
	{isPlugin("gpg", "maven-gpg-plugin"), "it would sign instrumented code"},
	{isPlugin("nexus-staging", "nexus-staging-maven-plugin"), publishes},
	{isPlugin("nxrm3", "nxrm3-maven-plugin"), publishes},
	{isPlugin("central-publishing", "central-publishing-maven-plugin"), publishes},
	{isPlugin("jreleaser", "jreleaser-maven-plugin"), publishes},
	{func(plugin, goal string) bool {
		return (plugin == "jib" || plugin == "jib-maven-plugin") && goal == "build"
	}, publishes},
	{func(plugin, goal string) bool {
		return (plugin == "scm" || plugin == "maven-scm-plugin") &&
			slices.Contains([]string{"checkin", "tag", "branch", "add"}, goal)
	}, "it would change the repository"},
	{isPlugin("scm-publish", "maven-scm-publish-plugin"), publishes},
}

func isPlugin(names ...string) func(plugin, goal string) bool {
	return func(plugin, _ string) bool { return slices.Contains(names, plugin) }
}

// split takes a goal as typed apart: a phase, PREFIX:GOAL, GROUP:ARTIFACT:GOAL or
// GROUP:ARTIFACT:VERSION:GOAL, each but the phase with @EXECUTION or without.
func split(typed string) (plugin, goal string) {
	typed, _, _ = strings.Cut(typed, "@")
	parts := strings.Split(typed, ":")
	goal = parts[len(parts)-1]
	switch len(parts) {
	case 1:
		return "", goal
	case 2:
		return parts[0], goal
	default:
		return parts[1], goal
	}
}

// refuse returns an error for the first goal that is not to be run.
func refuse(goals []string) error {
	for _, typed := range goals {
		plugin, goal := split(typed)
		for _, r := range refusals {
			if r.matches(plugin, goal) {
				return buildtools.Errorf(
					[]string{"run it without jprof, or give jprof a goal such as verify"},
					"mvn %s is refused: %s", typed, r.reason)
			}
		}
	}
	return nil
}

// quiet are the phases that compile nothing.
var quiet = []string{"pre-clean", "clean", "post-clean", "validate", "initialize", "generate-sources",
	"process-sources", "generate-resources", "process-resources", "pre-site", "site", "post-site"}

// compiles reports whether the goals probably compile something: phases, and goals of the compiler plugin, but not
// goals of other plugins. No goal means the default goal of the pom.
func compiles(goals []string) bool {
	if len(goals) == 0 {
		return true
	}
	return slices.ContainsFunc(goals, func(typed string) bool {
		plugin, goal := split(typed)
		if plugin == "" {
			return !slices.Contains(quiet, goal)
		}
		return plugin == "compiler" || plugin == "maven-compiler-plugin"
	})
}
