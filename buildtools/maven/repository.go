package maven

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"jprof/buildtools/cmdline"
	"jprof/internal/util/environ"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

// installInto makes the build install into folder. The build searches folder before the user's local repository, which
// it only reads. So later steps and later builds of jprof find the installed artifacts, and the user's builds do not.
// This requires Maven 3.9.1, and is done only if the build probably installs something. In other cases nothing is
// installed.
func (b *build) installInto(folder string, i installation) error {
	if !i.atLeast(3, 9, 1) || !b.installs() {
		return nil
	}
	own := b.localRepository(i)
	if own == "" {
		return nil
	}
	b.installed, b.repository = folder, own
	return prune(folder, own)
}

// installOptions returns the options that keep the build from writing to the user's local repository.
func (b *build) installOptions() []string {
	if b.installed == "" {
		return []string{"-Dmaven.install.skip=true"}
	}
	tail := b.repository
	if more, ok := b.property("maven.repo.local.tail"); ok && more != "" {
		tail += "," + more
	}
	return []string{"-Dmaven.repo.local=" + b.installed, "-Dmaven.repo.local.tail=" + tail}
}

// installEnv returns env with installOptions added to MAVEN_ARGS, for calls of mvn by tests and other steps of the
// build.
func (b *build) installEnv(env []string) []string {
	if b.installed == "" || strings.ContainsAny(b.installed+b.repository, " \t'\"") {
		return env
	}
	args := append([]string{environ.Get(env, "MAVEN_ARGS")}, b.installOptions()...)
	return append(env[:len(env):len(env)], "MAVEN_ARGS="+strings.TrimSpace(strings.Join(args, " ")))
}

// installs reports whether the build may install something: by a goal, or by a plugin in a pom.
func (b *build) installs() bool {
	all := cmdline.Goals(append(syntax.Parse(cmdline.Words(environ.Get(b.env, "MAVEN_ARGS"))), b.args...))
	if len(all) == 0 { // the default goal of the pom
		return true
	}
	for _, typed := range all {
		plugin, goal := split(typed)
		if strings.HasPrefix(goal, "install") || strings.Contains(plugin, "invoker") {
			return true
		}
	}
	return slices.ContainsFunc(b.Project.Modules, func(module string) bool {
		pom, err := os.ReadFile(filepath.Join(b.Project.Root, filepath.FromSlash(module), "pom.xml"))
		names := func(plugin string) bool { return bytes.Contains(pom, []byte(plugin)) }
		return err == nil && (names("maven-invoker-plugin") || names("maven-install-plugin"))
	})
}

// localRepository returns the folder of the user's local repository. It looks for it as Maven does, and returns "" if
// it is not known.
func (b *build) localRepository(i installation) string {
	home, ok := b.property("user.home")
	if u, err := user.Current(); !ok && err == nil { // like Java, which does not use HOME
		home = u.HomeDir
	}
	if home == "" {
		return ""
	}
	if path, ok := b.property("maven.repo.local"); ok && path != "" {
		return paths.Absolute(b.cwd, path)
	}
	for _, from := range []struct{ option, usual string }{
		{"--settings", filepath.Join(home, ".m2", "settings.xml")},
		{"--global-settings", filepath.Join(i.Home, "conf", "settings.xml")},
	} {
		file := from.usual
		if given, ok := b.option(from.option); ok {
			file = paths.Absolute(b.cwd, given)
		}
		if path := b.interpolated(settingsRepository(file), home); path != "" {
			if !filepath.IsAbs(path) || strings.Contains(path, "${") {
				return ""
			}
			return path
		}
	}
	return filepath.Join(home, ".m2", "repository")
}

// settingsRepository returns the text of localRepository in a settings.xml, "" if there is none.
func settingsRepository(file string) string {
	doc := etree.NewDocument()
	if doc.ReadFromFile(file) != nil || doc.Root() == nil {
		return ""
	}
	return text(doc.Root(), "localRepository")
}

var placeholder = lazyregexp.New(`\$\{(env\.)?([^}]+)\}`)

// interpolated returns a value of a settings.xml in which ${user.home} and ${env.NAME} are replaced by their values.
func (b *build) interpolated(value, home string) string {
	return placeholder().ReplaceAllStringFunc(value, func(expression string) string {
		m := placeholder().FindStringSubmatch(expression)
		if m[2] == "user.home" && m[1] == "" {
			return home
		}
		if v := environ.Get(b.env, m[2]); v != "" && m[1] != "" {
			return v
		}
		return expression
	})
}

// atLeast reports whether the version of Maven is want or later.
func (i installation) atLeast(want ...int) bool {
	number, _, _ := strings.Cut(i.Version, "-")
	var have []int
	for part := range strings.SplitSeq(number, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return false
		}
		have = append(have, n)
	}
	return slices.Compare(have, want) >= 0
}

// prune removes versions of artifacts from a local repository in folder, if the user's own repository has newer files
// of the same version. The older files would take precedence over the newer ones.
func prune(folder, own string) error {
	stale := map[string]bool{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() || filepath.Ext(path) != ".pom" {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if theirs, err := os.Stat(filepath.Join(own, rel)); err == nil && theirs.ModTime().After(info.ModTime()) {
			stale[filepath.Dir(path)] = true
		}
		return nil
	})
	for dir := range stale {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}
