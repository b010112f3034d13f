package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/util/version"
)

// deployed is a repository with the artifacts of this system, as a user's machine sees it: Maven's settings name it,
// and jprof is not on the PATH.
type deployed struct {
	repository
	bin      string // the folder with the programs, for comparison
	settings string
	local    string // the local repository: what Maven has of others, and nothing of jprof
	cache    string // of jprof
}

// deploy builds jprof and its artifacts, and deploys them.
func deploy(t *testing.T) *deployed {
	jtest.Slow(t)
	for _, tool := range []string{"mvn", "javac"} {
		jtest.NeedsTool(t, tool)
	}
	t.Chdir("../../..")
	dir := t.TempDir()
	d := &deployed{bin: filepath.Join(dir, "bin"), settings: filepath.Join(dir, "settings.xml"),
		local: filepath.Join(dir, "m2"), cache: filepath.Join(dir, "cache")}
	if _, err := output(nil, "go", "build", "-o", d.bin+"/", "./cmd/jprof", "./cmd/jprof-store"); err != nil {
		t.Fatal(err)
	}
	r, err := newRelease("0.0.1-test")
	if err != nil {
		t.Fatal(err)
	}
	d.repository = repository{r, filepath.Join(dir, "a repository"), "0.0.1-test", "", t.TempDir()}
	p := programs{host(), filepath.Join(d.bin, host().binary()), filepath.Join(d.bin, host().store())}
	if err := d.repository.deploy([]programs{p}); err != nil {
		t.Fatal(err)
	}
	text := `<settings><pluginGroups><pluginGroup>` + version.Group() + `</pluginGroup></pluginGroups>
<profiles><profile><id>ours</id><pluginRepositories><pluginRepository><id>ours</id><url>` + d.url() + `</url>
</pluginRepository></pluginRepositories></profile></profiles>
<activeProfiles><activeProfile>ours</activeProfile></activeProfiles></settings>`
	if err := os.WriteFile(d.settings, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	d.linkOthers(t)
	return d
}

// linkOthers makes the local repository of links to all groups in the user's one but jprof's.
func (d *deployed) linkOthers(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	from, to := filepath.Join(home, ".m2", "repository"), d.local
	for _, step := range append(strings.Split(version.Group(), "."), "") {
		if err := os.MkdirAll(to, 0o777); err != nil {
			t.Fatal(err)
		}
		entries, _ := os.ReadDir(from) // it may not be there
		for _, e := range entries {
			if e.Name() == step || step == "" {
				continue
			}
			if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
		from, to = filepath.Join(from, step), filepath.Join(to, step)
	}
}

// mvn runs Maven in a folder, and returns what it prints, and whether it succeeded.
func (d *deployed) mvn(t *testing.T, dir string, args ...string) (string, bool) {
	t.Helper()
	return d.run(t, dir, "mvn", append([]string{"-B", "-ntp", "-Dstyle.color=never", "-s", d.settings,
		"-Dmaven.repo.local=" + d.local}, args...)...)
}

func (d *deployed) run(t *testing.T, dir, name string, args ...string) (string, bool) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "JPROF_CACHE="+d.cache)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err == nil
}

// project lays out testdata/maven-reactor. Its parent pom gets what is given before the end of its plugins.
func (d *deployed) project(t *testing.T, plugin string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "maven-reactor"))); err != nil {
		t.Fatal(err)
	}
	replace(t, filepath.Join(dir, "pom.xml"), "    </plugins>", plugin+"    </plugins>")
	return dir
}

// counts returns the counts of the newest run of a project, and the number of its runs.
func (d *deployed) counts(t *testing.T, project string) (lcov string, runs int) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(project, ".jprof", "runs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			runs++
		}
	}
	out, ok := d.run(t, project, filepath.Join(d.bin, host().binary()), "export", "--format", "lcov", "-o", "-")
	if !ok || !strings.Contains(out, "\nDA:") {
		t.Fatalf("no counts:\n%s", out)
	}
	return regexp.MustCompile("(?m)^TN:.*\n").ReplaceAllString(out, ""), runs
}

// TestPlugins runs the plugins from a repository, where jprof is not installed.
func TestPlugins(t *testing.T) {
	d := deploy(t)
	t.Run("Maven", d.maven)
	t.Run("Gradle", d.oldestGradle)
	t.Run("API of Gradle", d.publicAPI)
	t.Run("what Maven Central requires", d.complete)
}

// maven runs the plugin for Maven in all ways.
func (d *deployed) maven(t *testing.T) {
	goal, want := d.goal, d.plain(t)
	project := d.project(t, "")
	t.Run("without an edit", func(t *testing.T) {
		if out, ok := d.mvn(t, project, goal("verify")); !ok {
			t.Fatal(out)
		}
		if got, runs := d.counts(t, project); got != want || runs != 1 {
			t.Errorf("%d runs, the counts are\n%s\nwant\n%s", runs, got, want)
		}
	})
	t.Run("offline, with profiles, properties and modules", func(t *testing.T) {
		out, ok := d.mvn(t, project, "-o", "-q", "-P", "!with-app", "-Dtest=CoreTest",
			"-Dsurefire.failIfNoSpecifiedTests=false", goal("test"), "-Djprof.options=--label=of,--label=mine")
		if ok || !strings.Contains(out, "label") {
			t.Errorf("two labels are taken:\n%s", out)
		}
		if out, ok = d.mvn(t, project, "-o", "-q", "-P", "!with-app", "-Dtest=CoreTest",
			"-Dsurefire.failIfNoSpecifiedTests=false", goal("test"), "-Djprof.options=--label=mine"); !ok {
			t.Fatal(out)
		}
		got, runs := d.counts(t, project)
		if runs != 2 || strings.Contains(got, "App.java") || !strings.Contains(got, "Core.java") {
			t.Errorf("%d runs:\n%s", runs, got)
		}
	})
	t.Run("from the folder of a module", func(t *testing.T) {
		dir := d.project(t, "")
		out, ok := d.mvn(t, filepath.Join(dir, "api"), "-o", "-q", "-f", "../pom.xml", "-pl", "core", "-am",
			goal("verify"))
		if !ok {
			t.Fatal(out)
		}
		got, runs := d.counts(t, dir)
		if runs != 1 || strings.Contains(got, "App.java") || !strings.Contains(got, "Core.java") {
			t.Errorf("%d runs:\n%s", runs, got)
		}
	})
	t.Run("a build that fails", func(t *testing.T) {
		out, ok := d.mvn(t, project, "-o", goal("verify"), "-Djprof.goals=no-such-phase")
		if ok || !strings.Contains(out, "jprof mvn ended with exit code") {
			t.Errorf("succeeded: %v\n%s", ok, out)
		}
	})
	t.Run("help", func(t *testing.T) {
		out, ok := d.mvn(t, project, "jprof:help") // the group is in the settings, the newest version in the repository
		for _, name := range []string{"verify", "test", "report", "check", "diff", "export", "affected"} {
			if !ok || !strings.Contains(out, "\njprof:"+name+"\n") {
				t.Errorf("no goal %s\n%s", name, out)
			}
		}
	})
	t.Run("declared", func(t *testing.T) { d.declared(t, want) })
	t.Run("typed", d.typed)
}

// goal returns the name of a goal of the plugin on the command line.
func (d *deployed) goal(name string) string {
	return version.Group() + ":jprof-maven-plugin:" + d.version + ":" + name
}

// plain returns the counts of the project by jprof mvn verify.
func (d *deployed) plain(t *testing.T) string {
	dir := d.project(t, "")
	if out, ok := d.run(t, dir, filepath.Join(d.bin, host().binary()), "mvn", "-B", "-q", "verify"); !ok {
		t.Fatal(out)
	}
	counts, _ := d.counts(t, dir)
	return counts
}

// TestAcceptanceMavenPlugin runs the plugin by several versions of Maven.
func TestAcceptanceMavenPlugin(t *testing.T) {
	jtest.Acceptance(t)
	d := deploy(t)
	want := d.plain(t)
	path := os.Getenv("PATH")
	for _, v := range []string{"3.6.3", "3.8.9", "3.9.16", "4.0.0-rc-4"} {
		t.Run(v, func(t *testing.T) {
			home, err := jtest.MavenHome(v)
			if err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", filepath.Join(home, "bin")+string(os.PathListSeparator)+path)
			dir := d.project(t, "")
			out, ok := d.mvn(t, dir, "-P", "with-app", "-T", "2", d.goal("verify"))
			if got, runs := d.counts(t, dir); !ok || got != want || runs != 1 {
				t.Errorf("%d runs, the counts are\n%s\nwant\n%s\n%s", runs, got, want, out)
			}
		})
	}
}

// declared declares the plugin in a pom, with settings, and bound to a phase, which all modules inherit.
func (d *deployed) declared(t *testing.T, want string) {
	project := d.project(t, `      <plugin>
        <groupId>`+version.Group()+`</groupId>
        <artifactId>jprof-maven-plugin</artifactId>
        <version>`+d.version+`</version>
        <configuration>
          <settings>
            <report><title>Of the pom</title></report>
            <check><unmeasured>0</unmeasured><lines>100</lines></check>
            <exclude><paths><path>**/none/**</path></paths></exclude>
          </settings>
        </configuration>
        <executions>
          <execution>
            <goals><goal>verify</goal></goals>
          </execution>
        </executions>
      </plugin>
`)
	out, ok := d.mvn(t, project, "verify")
	if got, runs := d.counts(t, project); !ok || got != want || runs != 1 {
		t.Fatalf("%d runs, the counts are\n%s\nwant\n%s\n%s", runs, got, want, out)
	}
	report, err := os.ReadFile(filepath.Join(project, ".jprof", "report", "index.html"))
	if err != nil || !bytes.Contains(report, []byte("Of the pom")) {
		t.Errorf("%v: the report has not the title of the pom", err)
	}
	out, ok = d.mvn(t, project, "-o", "jprof:check")
	if lines := regexp.MustCompile(`(?m)^.*\blines\b.*100 ?%`).FindString(out); lines == "" {
		t.Errorf("succeeded: %v, no gate of the pom:\n%s", ok, out)
	}
	out, ok = d.mvn(t, project, "-o", "-q", "jprof:export", "-Djprof.export=--format=lcov,-o,of.info")
	if lcov, err := os.ReadFile(filepath.Join(project, "of.info")); !ok || !bytes.Contains(lcov, []byte("\nDA:")) {
		t.Errorf("%v, no export:\n%s", err, out)
	}
	path := filepath.Join(project, "jprof.yaml")
	if err := os.WriteFile(path, []byte("report:\n  title: Of the file\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, ok = d.mvn(t, project, "-o", "jprof:check")
	both := regexp.MustCompile(`jprof\.yaml: line 2: report\.title is also set in .*pom\.xml, line \d\d`)
	if ok || !both.MatchString(out) {
		t.Errorf("succeeded: %v\n%s", ok, out)
	}
	d.ofModules(t, project)
}

// ofModules has modules with settings of their own: each has its gates, but one build is of all.
func (d *deployed) ofModules(t *testing.T, project string) {
	for module, limit := range map[string]string{"core": "9999", "app": "0"} {
		own := `  <build><plugins><plugin>
    <groupId>` + version.Group() + `</groupId><artifactId>jprof-maven-plugin</artifactId>
    <configuration><settings combine.self="override"><check><counts><limit>
      <method>App.text()</method><invocations>` + limit + `</invocations>
    </limit></counts></check></settings></configuration>
    <executions><execution><id>gates</id><goals><goal>check</goal></goals></execution></executions>
  </plugin></plugins></build>
</project>`
		replace(t, filepath.Join(project, module, "pom.xml"), "</project>", own)
	}
	if err := os.Remove(filepath.Join(project, "jprof.yaml")); err != nil {
		t.Fatal(err)
	}
	out, ok := d.mvn(t, project, "-o", "-Djprof.goals=verify", "verify")
	if ok || !strings.Contains(out, "this module has other settings of jprof") {
		t.Errorf("one build with several settings succeeded: %v\n%s", ok, out)
	}
	out, ok = d.mvn(t, project, "-o", "verify", "-Djprof.skip", "-q")
	if !ok {
		t.Errorf("skipped goals failed:\n%s", out)
	}
	replace(t, filepath.Join(project, "pom.xml"), "<goals><goal>verify", "<phase>none</phase><goals><goal>verify")
	out, ok = d.mvn(t, project, "-o", "verify")
	if ok || !strings.Contains(out, "on project app: jprof check ended with exit code 1") {
		t.Errorf("the gate of the second module passes: %v\n%s", ok, out)
	}
}

// replace replaces a text that a file has.
func replace(t *testing.T, path, old, by string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil && !bytes.Contains(text, []byte(old)) {
		err = fmt.Errorf("%s has no %q", path, old)
	}
	if err == nil {
		err = os.WriteFile(path, bytes.Replace(text, []byte(old), []byte(by), 1), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// complete checks what Maven Central requires of all artifacts: the elements of a pom, sources and documentation beside
// each jar, and checksums.
func (d *deployed) complete(t *testing.T) {
	var names []string
	err := filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, filepath.ToSlash(strings.TrimPrefix(path, d.dir)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range d.artifacts(nil) {
		base := "/" + strings.ReplaceAll(a.Group, ".", "/") + "/" + a.Name + "/" + d.version + "/" + a.Name + "-" +
			d.version
		files := []string{base + ".pom"}
		if a.Packaging == "pom" && a.DependsOn == nil {
			files = append(files, base+"-"+host().classifier()+".exe")
		} else if a.Packaging != "pom" {
			files = append(files, base+".jar", base+"-sources.jar", base+"-javadoc.jar")
		}
		for _, f := range files {
			for _, sum := range []string{"", ".md5", ".sha1"} {
				if !slices.Contains(names, f+sum) {
					t.Errorf("%s is missing", f+sum)
				}
			}
		}
		pom, err := os.ReadFile(d.dir + base + ".pom")
		if err != nil {
			t.Fatal(err)
		}
		for _, element := range []string{"groupId", "artifactId", "version", "packaging", "name", "description", "url",
			"licenses", "developers", "scm"} {
			if !bytes.Contains(pom, []byte("\n  <"+element+">")) {
				t.Errorf("the pom of %s has no element %s", a.Name, element)
			}
		}
	}
}
