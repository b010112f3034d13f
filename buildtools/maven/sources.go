package maven

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beevik/etree"
	"github.com/magiconair/properties"

	"jprof/buildtools"
	"jprof/internal/util/antpattern"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

// sourceSets returns the source sets that the poms of the project declare, also for modules that the command deselects
// (-pl). It does not start Maven, so it does not know the sources that profiles and plugins add.
func (b *build) sourceSets() []buildtools.SourceSet {
	var sets []buildtools.SourceSet
	for _, dir := range b.Project.Modules {
		p, err := readPom(filepath.Join(b.Project.Root, filepath.FromSlash(dir), "pom.xml"))
		if err != nil {
			continue // a pom of another name, or one that Maven will report
		}
		m := newModel(p)
		module := buildtools.Module{ID: m.expand(p.group+":"+p.artifact, 10), Dir: dir}
		main := buildtools.SourceSet{Module: module, Name: "main", Level: cmp.Or(m.level("release"), m.level("source"))}
		test := buildtools.SourceSet{Module: module, Name: "test",
			Level: cmp.Or(m.level("testRelease"), m.level("release"), m.level("testSource"), m.level("source"))}
		main.Roots = m.folders(b.Project.Root, cmp.Or(m.build("sourceDirectory"), "src/main/java"))
		test.Roots = m.folders(b.Project.Root, cmp.Or(m.build("testSourceDirectory"), "src/test/java"))
		if bundle := bundleRoots(p); bundle != nil {
			main.Roots, test.Roots = m.folders(b.Project.Root, bundle...), nil // tests are a bundle of their own
		}
		build, _ := m.inProject(b.Project.Root, m.value("project.build.directory"))
		for _, set := range []buildtools.SourceSet{main, test} {
			if len(set.Roots) > 0 {
				set.Build = build
				set.Compiled = m.compiled(set.Name == "test")
				set.Encoding = cmp.Or(m.value("project.build.sourceEncoding"), "UTF-8")
				sets = append(sets, set)
			}
		}
	}
	return sets
}

// model is a pom together with the parents that it has in the project.
type model struct {
	dir   string           // of the pom
	chain []*etree.Element // its <project>, then the <project> of each parent
}

func newModel(p *pom) *model {
	m := &model{dir: p.dir()}
	for range 20 { // deeper than any; parents may be in a circle
		m.chain = append(m.chain, p.project)
		file, ok := p.parentFile()
		if !ok {
			return m
		}
		above, err := readPom(file)
		if err != nil || !above.isParentOf(p) {
			return m
		}
		p = above
	}
	return m
}

// value returns the value of a property, "" if the project does not declare it.
func (m *model) value(key string) string { return m.resolve(key, 10) }

func (m *model) resolve(key string, depth int) string {
	switch key {
	case "basedir", "project.basedir":
		return m.dir
	case "project.build.directory":
		return cmp.Or(m.build("directory"), filepath.Join(m.dir, "target"))
	}
	for _, project := range m.chain {
		if e := project.FindElement("./properties/" + key); e != nil {
			return m.expand(strings.TrimSpace(e.Text()), depth-1)
		}
	}
	return ""
}

// expression matches ${key} in a pom.
var expression = lazyregexp.New(`\$\{([^{}]+)\}`)

// expand replaces the expressions in text by their values. depth limits the number of expressions that lead to each
// other.
func (m *model) expand(text string, depth int) string {
	if depth < 0 {
		return text
	}
	return expression().ReplaceAllStringFunc(text, func(e string) string { return m.resolve(e[2:len(e)-1], depth) })
}

// build returns the text of the element tag of <build>, "" if there is none.
func (m *model) build(tag string) string {
	for _, project := range m.chain {
		if e := project.FindElement("./build/" + tag); e != nil {
			return m.expand(strings.TrimSpace(e.Text()), 10)
		}
	}
	return ""
}

// level returns a language level from the compiler's configuration, or else from its property. name is release, source,
// testRelease or testSource.
func (m *model) level(name string) string {
	for _, plugin := range m.javac() {
		if e := plugin.FindElement("./configuration/" + name); e != nil {
			return m.expand(strings.TrimSpace(e.Text()), 10)
		}
	}
	return m.value("maven.compiler." + name)
}

// compiled returns a filter for the main or test sources that maven-compiler-plugin compiles, in all of its executions.
func (m *model) compiled(tests bool) antpattern.Filter {
	usual, goal, includes, excludes := "default-compile", "compile", "includes", "excludes"
	if tests {
		usual, goal, includes, excludes = "default-testCompile", "testCompile", "testIncludes", "testExcludes"
	}
	of := func(id string) antpattern.Filter {
		return antpattern.Filter{Includes: m.patterns(id, includes), Excludes: m.patterns(id, excludes)}
	}
	all, known := of(usual), []string{usual}
	for _, plugin := range m.javac() {
		for _, e := range plugin.FindElements("./executions/execution") {
			has := slices.ContainsFunc(e.FindElements("./goals/goal"), func(g *etree.Element) bool {
				return strings.TrimSpace(g.Text()) == goal
			})
			if id := text(e, "id"); has && !slices.Contains(known, id) {
				known = append(known, id)
				other := of(id)
				other.Or = all.Or
				all.Or = &other
			}
		}
	}
	return all
}

// javac returns the elements that configure maven-compiler-plugin, first those of the pom, and then those of its
// parents.
func (m *model) javac() []*etree.Element {
	var list []*etree.Element
	for _, project := range m.chain {
		list = append(list, project.FindElements("./build//plugin[artifactId='maven-compiler-plugin']")...)
	}
	return list
}

// patterns returns the list name in the configuration of maven-compiler-plugin. The list of an execution is preferred
// to that of the plugin, and the list of a pom to that of its parent.
func (m *model) patterns(execution, name string) []string {
	for _, plugin := range m.javac() {
		list := plugin.FindElement("./configuration/" + name)
		for _, e := range plugin.FindElements("./executions/execution") {
			if own := e.FindElement("./configuration/" + name); own != nil && text(e, "id") == execution {
				list = own
			}
		}
		if list == nil {
			continue
		}
		var found []string
		for _, e := range list.ChildElements() {
			found = append(found, m.expand(strings.TrimSpace(e.Text()), 10))
		}
		return found
	}
	return nil
}

// inProject returns a path of the pom as a slash path from the root of the project, and whether it is in the project.
func (m *model) inProject(root, path string) (string, bool) {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(m.dir, path)
	}
	rel, ok := paths.Within(root, path)
	return filepath.ToSlash(rel), ok
}

// folders returns the names that are folders in the project, as slash paths from the root of the project.
func (m *model) folders(root string, names ...string) []string {
	var found []string
	for _, name := range names {
		if rel, ok := m.inProject(root, name); ok && paths.IsDir(filepath.Join(root, filepath.FromSlash(rel))) {
			found = append(found, rel)
		}
	}
	return found
}

// bundleRoots returns the source folders of an Eclipse bundle that Tycho builds. The keys source.JAR of its
// build.properties list them. For other modules it returns nil.
func bundleRoots(p *pom) []string {
	if !strings.HasPrefix(text(p.project, "packaging"), "eclipse-") {
		return nil
	}
	build, err := properties.LoadFile(filepath.Join(p.dir(), "build.properties"), properties.ISO_8859_1)
	if err != nil {
		return nil
	}
	roots := []string{}
	for _, key := range build.Keys() {
		if strings.HasPrefix(key, "source.") {
			for _, folder := range strings.Split(build.GetString(key, ""), ",") {
				roots = append(roots, strings.Trim(strings.TrimSpace(folder), "/"))
			}
		}
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}
