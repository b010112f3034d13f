package gradle

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

// The parts of build files that can be read without running them, in Groovy and in Kotlin.
var (
	quoted     = lazyregexp.New(`["']([^"'$]+)["']`)
	included   = lazyregexp.New(`(?s)\binclude\s*\(?((?:\s*["'][^"']+["']\s*,?)+)`)
	projectDir = lazyregexp.New(`project\s*\(\s*["']([^"']+)["']\s*\)\s*\.\s*projectDir\s*=\s*` +
		`(?:new File\s*\(\s*(?:rootDir|settingsDir)\s*,|file\s*\(|File\s*\(\s*(?:rootDir|settingsDir)\s*,)\s*` +
		`["'](?:\$\{?(?:rootDir|settingsDir)\}?/)?([^"']+)["']`)
	rootName   = lazyregexp.New(`rootProject\s*\.\s*name\s*=\s*["']([^"']+)["']`)
	javaPlugin = lazyregexp.New(`\b(?:id|apply plugin:|plugin)\b[\s:(=]*["'](?:java|java-library|` +
		`java-gradle-plugin|application|war|groovy|scala|org\.springframework\.boot|org\.jetbrains\.kotlin\.jvm)["']|` +
		"^\\s*(?:`java-library`|`java-gradle-plugin`|java|application|war|groovy|scala)\\s*$|" +
		`\bkotlin\s*\(\s*["']jvm["']`)
	encodingIs = lazyregexp.New(`\bencoding\s*=\s*["']([\w.-]+)["']`)
	levelIs    = lazyregexp.New(`(?:\brelease(?:\.set\s*\(|\s*=)|\bsourceCompatibility\s*=?|` +
		`languageVersion(?:\.set\s*\(|\s*=)\s*JavaLanguageVersion\.of\s*\()\s*` +
		`(?:JavaVersion\.VERSION_)?["']?(\d[\d._]*)`)
	levelOrder  = []string{"release", "sourceCompatibility", "languageVersion"}
	commentText = lazyregexp.New(`(?s)/\*.*?\*/|(?m)(^|\s)//.*$`)
)

// script returns the text of a build file of dir, without comments, or "" if there is none.
func script(dir string, names []string) string {
	path, ok := first(dir, names)
	if !ok {
		return ""
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return commentText().ReplaceAllString(string(text), "$1")
}

// project is a project that the settings name.
type project struct{ path, dir string }

// projects lists the projects of the build at root that its settings name: the root first.
func projects(root string) []project {
	found := []project{{":", root}}
	text := script(root, settingsNames)
	dirs := map[string]string{}
	for _, m := range projectDir().FindAllStringSubmatch(text, -1) {
		dirs[":"+strings.Trim(m[1], ":")] = filepath.Join(root, filepath.FromSlash(m[2]))
	}
	for _, m := range included().FindAllStringSubmatch(text, -1) {
		for _, q := range quoted().FindAllStringSubmatch(m[1], -1) {
			name := strings.Trim(q[1], ":")
			path := ":" + name
			dir := cmp.Or(dirs[path], filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(name, ":", "/"))))
			if paths.IsDir(dir) && !slices.Contains(found, project{path, dir}) {
				found = append(found, project{path, dir})
			}
		}
	}
	return found
}

func projectDirs(root string) []string {
	var dirs []string
	for _, p := range projects(root) {
		dirs = append(dirs, p.dir)
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// sourceSets returns the source sets that the build files declare, for the case that Gradle does not run. They are the
// usual folders of each project with a Java plugin, which the project or the root applies. Source sets that scripts
// compute or plugins add are missing.
func (b *build) sourceSets() []buildtools.SourceSet {
	home := b.Project.Home
	name := filepath.Base(home)
	if m := rootName().FindStringSubmatch(script(home, settingsNames)); m != nil {
		name = m[1]
	}
	root := script(home, buildNames)
	shared := "" // the part for all projects of the root's file
	if strings.Contains(root, "allprojects") || strings.Contains(root, "subprojects") {
		shared = root
	}
	var sets []buildtools.SourceSet
	for _, p := range projects(home) {
		text := script(p.dir, buildNames)
		if !hasJava(text) && !hasJava(shared) {
			continue
		}
		rel, ok := paths.Within(b.Project.Root, p.dir)
		if !ok {
			continue
		}
		module := buildtools.Module{ID: name + strings.TrimSuffix(p.path, ":"), Dir: filepath.ToSlash(rel)}
		folders, _ := os.ReadDir(filepath.Join(p.dir, "src"))
		for _, f := range folders {
			path := filepath.Join(p.dir, "src", f.Name(), "java")
			if !paths.IsDir(path) {
				continue
			}
			rel, _ := paths.Within(b.Project.Root, path)
			sets = append(sets, buildtools.SourceSet{
				Module: module, Name: f.Name(), Roots: []string{filepath.ToSlash(rel)},
				Encoding: cmp.Or(match(encodingIs(), text), match(encodingIs(), shared), "UTF-8"),
				Level:    cmp.Or(level(text), level(shared)),
			})
		}
	}
	return sets
}

func hasJava(text string) bool {
	return slices.ContainsFunc(strings.Split(text, "\n"), javaPlugin().MatchString)
}

func match(re *regexp.Regexp, text string) string {
	if m := re.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// level returns the language level in a build file. If several settings name one, levelOrder decides.
func level(text string) string {
	all := levelIs().FindAllStringSubmatch(text, -1)
	for _, kind := range levelOrder {
		for _, m := range all {
			if strings.HasPrefix(strings.TrimSpace(m[0]), kind) {
				return strings.ReplaceAll(m[1], "_", ".")
			}
		}
	}
	return ""
}
