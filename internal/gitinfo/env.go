package gitinfo

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
)

// foreign are the variables that would have Git answer for another repository, as hooks set them, or in another way.
var foreign = sync.OnceValue(func() []string {
	list := []string{"GIT_DIFF_OPTS", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"}
	out, err := exec.Command("git", "rev-parse", "--local-env-vars").Output()
	if err != nil {
		return list
	}
	for _, name := range strings.Fields(string(out)) {
		// Git itself keeps settings, too, where it runs in a submodule: they may say which folders are safe.
		if name != "GIT_CONFIG_PARAMETERS" && name != "GIT_CONFIG_COUNT" {
			list = append(list, name)
		}
	}
	return list
})

// environment is what Git runs in: the user's, but for what is about another repository.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(foreign(), name)
	})
}
