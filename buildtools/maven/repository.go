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

// installInto makes the build install into folder, in front of the user's own local repository, which it only reads. So
// later steps of the build and later builds find what was installed, and the user's builds do not. Maven can do that
// from 3.9.1 on. It is done where the build probably installs something; in all other cases nothing is installed.
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

// installOptions are the options that keep the build from writing to the user's local repository.
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

// installEnv is env with the same for the mvn that tests and other steps of the build may call.
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

// localRepository is the folder of the user's local repository, as Maven finds it; "" if it is not known.
func (b *build) localRepository(i installation) string {
	home, ok := b.property("user.home")
	if u, err := user.Current(); !ok && err == nil { // as Java does, whatever HOME says
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

// settingsRepository is the localRepository of a settings.xml, "" if it is not there.
func settingsRepository(file string) string {
	doc := etree.NewDocument()
	if doc.ReadFromFile(file) != nil || doc.Root() == nil {
		return ""
	}
	return text(doc.Root(), "localRepository")
}

var placeholder = lazyregexp.New(`\$\{(env\.)?([^}]+)\}`)

// interpolated puts the home and variables of the environment into a value of a settings.xml.
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

// atLeast compares the version of Maven.
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

// prune removes from folder, a local repository, each version of an artifact that is older than the one in the user's
// own: it would hide that one.
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
