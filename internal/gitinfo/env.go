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
		// Git itself sets some of them where it runs in a submodule: they may name safe folders.
		if name != "GIT_CONFIG_PARAMETERS" && name != "GIT_CONFIG_COUNT" {
			list = append(list, name)
		}
	}
	return list
})

// environment is the user's environment without variables that name another repository.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(foreign(), name)
	})
}
