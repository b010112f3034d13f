package maven

import (
	"regexp"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/lazyregexp"
)

const publishes = "it would publish instrumented code"

// refusals lists goals that must not run on instrumented code, with the reasons. A pattern matches PLUGIN:GOAL or
// :PHASE. The option -Dmaven.deploy.skip is not enough, because other plugins than maven-deploy-plugin publish too.
var refusals = []struct {
	goal   func() *regexp.Regexp
	reason string
}{
	{lazyregexp.New(`:(deploy|publish|push|upload)|-deploy$|^jib:build$|` +
		`^(nexus-staging|nxrm3|central-publishing|jreleaser|scm-publish):`), publishes},
	{lazyregexp.New(`^release:`), "it would tag and publish a release"},
	{lazyregexp.New(`^gpg:`), "it would sign instrumented code"},
	{lazyregexp.New(`^scm:(checkin|tag|branch|add)$`), "it would change the repository"},
}

// split returns the prefix of the plugin and the goal of an argument of mvn. The argument is a phase, PREFIX:GOAL,
// GROUP:ARTIFACT:GOAL or GROUP:ARTIFACT:VERSION:GOAL; @EXECUTION may follow. For a phase, plugin is "".
func split(typed string) (plugin, goal string) {
	typed, _, _ = strings.Cut(typed, "@")
	parts := strings.Split(typed, ":")
	goal = parts[len(parts)-1]
	switch len(parts) {
	case 1:
		return "", goal
	case 2:
		plugin = parts[0]
	default:
		plugin = parts[1]
	}
	plugin = strings.TrimSuffix(strings.TrimPrefix(plugin, "maven-"), "-maven-plugin")
	return strings.TrimSuffix(plugin, "-plugin"), goal
}

// refuse returns an error for the first goal that refusals lists.
func refuse(goals []string) error {
	for _, typed := range goals {
		plugin, goal := split(typed)
		for _, r := range refusals {
			if r.goal().MatchString(plugin + ":" + goal) {
				return buildtools.Errorf([]string{"run it without jprof, or give jprof a goal such as verify"},
					"mvn %s is refused: %s", typed, r.reason)
			}
		}
	}
	return nil
}

// quiet lists the phases in which Maven compiles nothing.
var quiet = []string{"pre-clean", "clean", "post-clean", "validate", "initialize", "generate-sources",
	"process-sources", "generate-resources", "process-resources", "pre-site", "site", "post-site"}

// compiles reports whether one of the goals probably compiles something. A phase does, unless the list quiet has it,
// and so does a goal of the compiler plugin. Without goals, mvn runs the default goal of the pom, which probably
// compiles.
func compiles(goals []string) bool {
	if len(goals) == 0 {
		return true
	}
	return slices.ContainsFunc(goals, func(typed string) bool {
		plugin, goal := split(typed)
		if plugin == "" {
			return !slices.Contains(quiet, goal)
		}
		return plugin == "compiler"
	})
}
