package agent

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jprof/internal/java/jdks"
	"jprof/internal/util/paths"
)

// A jdk holds facts about a JDK, read from its folder without starting a JVM.
type jdk struct {
	home    string
	feature int    // 0 if it is not known
	key     string // identifies the build of the JDK
	modules string // the names of its modules, with blanks between them
	refused string // the reason why it cannot have full coverage, "" if it may
}

// homeOf returns the folder of the JDK that the launcher java belongs to. If there is no file release near the
// launcher, it may be a script that starts another launcher, so homeOf runs it and reads java.home from its output.
func homeOf(ctx context.Context, java string) string {
	if real, err := filepath.EvalSymlinks(java); err == nil {
		java = real
	}
	home := filepath.Dir(filepath.Dir(java))
	for _, dir := range []string{home, filepath.Dir(home)} { // the latter for jre/bin/java of Java 8
		if paths.IsFile(filepath.Join(dir, "release")) {
			return dir
		}
	}
	out, err := run(ctx, java, []string{"-XshowSettings:properties", "-version"})
	if err != nil {
		return home
	}
	for line := range strings.Lines(string(out)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), "java.home = "); ok {
			return value
		}
	}
	return home
}

// inspect reads the facts about the JDK in the folder home.
func inspect(home string) jdk {
	if real, err := filepath.EvalSymlinks(home); err == nil {
		home = real
	}
	j := jdk{home: home}
	release, err := os.ReadFile(filepath.Join(home, "release"))
	if err != nil && paths.IsFile(filepath.Join(home, "lib", "rt.jar")) { // as Debian has it
		j.refused = "Java 8 has no modules: it requires JDK 9 or newer"
		return j
	}
	if err != nil {
		j.refused = "it has no file release, which names its version"
		return j
	}
	if j.feature, err = jdks.Feature(home); err != nil {
		j.refused = "its file release does not say which version it is"
		return j
	}
	j.modules = releaseValue(release, "MODULES")
	modules, err := os.Stat(filepath.Join(home, "lib", "modules"))
	switch {
	case j.feature < 9:
		j.refused = fmt.Sprintf("Java %d has no modules: it requires JDK 9 or newer", j.feature)
	case isOpenJ9(home, release):
		j.refused = "its JVM is OpenJ9: use a JDK with HotSpot"
	case strings.Contains(string(release), "GRAALVM_VERSION"):
		j.refused = "the compiler of GraalVM replaces methods of the JDK with its own code, so their counts would " +
			"be lost"
	case err != nil:
		j.refused = "it has no file lib/modules, where the classes of a JDK are"
	default:
		j.key = hash(fmt.Appendf(nil, "%s\n%s\n%d %d", home, release, modules.Size(), modules.ModTime().UnixNano()))
	}
	return j
}

// releaseValue returns the value of a key in a file release, "" if it is not there.
func releaseValue(release []byte, key string) string {
	for line := range strings.Lines(string(release)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), key+"="); ok {
			return strings.Trim(value, `"`)
		}
	}
	return ""
}

// isOpenJ9 reports whether the JVM of a JDK is OpenJ9, by its release file or by its libraries.
func isOpenJ9(home string, release []byte) bool {
	if variant := releaseValue(release, "JVM_VARIANT"); variant != "" {
		return strings.EqualFold(variant, "openj9")
	}
	return paths.IsFile(filepath.Join(home, "lib", "j9vm", "libjvm.so")) ||
		paths.IsFile(filepath.Join(home, "bin", "j9vm", "jvm.dll")) ||
		paths.IsFile(filepath.Join(home, "lib", "j9vm", "libjvm.dylib"))
}

// java returns the path of the JDK's launcher, without the extension that Windows adds.
func (j jdk) java() string { return filepath.Join(j.home, "bin", "java") }
