package main

import (
	"crypto/md5"
	"crypto/sha1"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/util/version"
	"jprof/internal/util/words"
)

// The plugins of Maven that deploy artifacts, without and with signatures.
const (
	deployFile = "org.apache.maven.plugins:maven-deploy-plugin:3.1.3:deploy-file"
	signFile   = "org.apache.maven.plugins:maven-gpg-plugin:3.2.7:sign-and-deploy-file"
)

// artifact has a name in a repository of Maven, and files.
type artifact struct {
	Group, Name, Packaging string
	Title, Description     string
	DependsOn              *artifact  // nil for none
	attached               []attached // the main file, if any, has no classifier
}

// attached is a file of an artifact.
type attached struct {
	file, classifier, extension string
}

// mavenVersion returns the version of the artifacts. That of a commit without a tag has the commit: Maven never looks
// again for a version that it has.
func (r release) mavenVersion() string {
	v := r.Version
	if !r.Tagged && r.Commit != "" {
		v += "-" + r.Commit[:min(12, len(r.Commit))]
		if text, err := output(nil, "git", "status", "--porcelain"); err == nil && len(text) > 0 {
			v += "-dirty"
		}
	}
	return v
}

// repository has the artifacts of a release, in the layout of Maven.
type repository struct {
	release
	dir     string
	version string // of the artifacts
	key     string // of GnuPG, for signatures, "" for none
	work    string // for files that are gone afterwards
}

// programs are the executable files of a target.
type programs struct {
	target
	jprof, store string // paths
}

// local deploys the artifacts, with the programs of this system in the folder bin, to the repository in the folder dir.
func local(dir, bin, key string) error {
	r, err := newRelease("")
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "jprof-dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	t := host()
	m := repository{r, dir, r.mavenVersion(), key, work}
	return m.deploy([]programs{{t, filepath.Join(bin, t.binary()), filepath.Join(bin, t.store())}})
}

// writeArtifacts writes a bundle with all artifacts of a release, with the programs of some systems below work.
func (r release) writeArtifacts(chosen []target, key, work, out string) error {
	m := repository{r, filepath.Join(work, "repository"), r.mavenVersion(), key, work}
	var all []programs
	for _, t := range chosen {
		jprof, store := t.paths(work)
		all = append(all, programs{t, jprof, store})
	}
	if err := m.deploy(all); err != nil {
		return err
	}
	return r.writeBundle(filepath.Join(out, "jprof-"+r.Version+"-maven.zip"), m.dir)
}

// deploy deploys all artifacts of a release, with the programs of some systems.
func (m repository) deploy(all []programs) error {
	dir, err := filepath.Abs(m.dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	m.dir = dir
	if err := m.build(); err != nil {
		return err
	}
	list := m.artifacts(all)
	for _, a := range list {
		if err := m.deployOne(a); err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	if err := m.writePlugins(); err != nil {
		return err
	}
	fmt.Printf("%s of %s to %s\n", words.Plural(len(list), "artifact"), words.Plural(len(all), "system"), dir)
	fmt.Printf("  mvn %s:jprof-maven-plugin:%s:verify\n", version.Group(), m.version)
	fmt.Printf("  plugins { id '%s.jprof' version '%s' }\n", version.Group(), m.version)
	return nil
}

// writePlugins writes the list of the plugins for Maven in the group: with it, the group in Maven's settings is enough
// for mvn jprof:verify. Maven itself writes it when it deploys a file, from 3.9 on.
func (m repository) writePlugins() error {
	text := []byte(`<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <plugins>
    <plugin>
      <name>jprof for Maven</name>
      <prefix>jprof</prefix>
      <artifactId>jprof-maven-plugin</artifactId>
    </plugin>
  </plugins>
</metadata>
`)
	group := strings.ReplaceAll(version.Group(), ".", "/")
	path := filepath.Join(m.dir, filepath.FromSlash(group), "maven-metadata.xml")
	for name, text := range map[string][]byte{path: text, path + ".md5": fmt.Appendf(nil, "%x", md5.Sum(text)),
		path + ".sha1": fmt.Appendf(nil, "%x", sha1.Sum(text))} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// url returns the address of the repository.
func (m repository) url() string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(m.dir)}).String()
}

// build builds the artifacts for Java.
func (m repository) build() error {
	when := m.Time
	if first := time.Date(1980, 1, 2, 0, 0, 0, 0, time.UTC); when.Before(first) { // jars have no times before
		when = first
	}
	_, err := output(nil, "mvn", "-B", "-q", "-Dstyle.color=never", "-f", "plugins/pom.xml",
		"-Dgroup="+version.Group(), "-Drevision="+m.version,
		"-Dproject.build.outputTimestamp="+when.Format(time.RFC3339), "package")
	return err
}

// artifacts lists what a release has in repositories.
func (m repository) artifacts(all []programs) []artifact {
	group := version.Group()
	program := func(name, title, description string, path func(programs) string) artifact {
		a := artifact{Group: group, Name: name, Packaging: "pom", Title: title, Description: description}
		for _, p := range all {
			a.attached = append(a.attached, attached{path(p), p.classifier(), "exe"})
		}
		return a
	}
	java := func(folder, name, packaging, title, description string) artifact {
		a := artifact{Group: group, Name: name, Packaging: packaging, Title: title, Description: description}
		for _, classifier := range []string{"", "sources", "javadoc"} {
			file := name + "-" + m.version + strings.TrimSuffix("-"+classifier, "-") + ".jar"
			path := filepath.Join("plugins", folder, "target", file)
			a.attached = append(a.attached, attached{path, classifier, "jar"})
		}
		return a
	}
	gradle := java("gradle-plugin", "jprof-gradle-plugin", "jar", "jprof for Gradle",
		"Counts how often each line of a project is executed while Gradle builds and tests it.")
	id := group + ".jprof"
	return []artifact{
		program("jprof", "jprof", "Exact execution counts for Java projects: the program, for each system.",
			func(p programs) string { return p.jprof }),
		program("jprof-store", "jprof-store", "What jprof needs for stores of runs in clouds, for each system.",
			func(p programs) string { return p.store }),
		java("api", "jprof-api", "jar", "jprof API", "The classes that agents for calling contexts are compiled with."),
		java("maven-plugin", "jprof-maven-plugin", "maven-plugin", "jprof for Maven",
			"Counts how often each line of a project is executed while Maven builds and tests it."),
		gradle,
		{Group: id, Name: id + ".gradle.plugin", Packaging: "pom", Title: "jprof for Gradle: ID",
			Description: "Leads from the ID of the plugin to the plugin.", DependsOn: &gradle},
	}
}

// deployOne writes the pom of an artifact, and deploys it with its files.
func (m repository) deployOne(a artifact) error {
	text, err := m.fill("pom.xml", map[string]any{"Group": a.Group, "Name": a.Name, "Packaging": a.Packaging,
		"Title": a.Title, "Description": a.Description, "DependsOn": a.DependsOn, "MavenVersion": m.version})
	if err != nil {
		return err
	}
	pom := filepath.Join(m.work, a.Name+".pom")
	if err := os.WriteFile(pom, text, 0o644); err != nil {
		return err
	}
	goal := deployFile
	var args []string
	if m.key != "" {
		goal, args = signFile, []string{"-Dgpg.keyname=" + m.key}
	}
	main := attached{pom, "", "pom"}
	var files, classifiers, extensions []string
	for _, f := range a.attached {
		path, err := filepath.Abs(f.file)
		if err != nil {
			return err
		}
		if f.classifier == "" {
			main = attached{path, "", f.extension}
			continue
		}
		files, classifiers, extensions = append(files, path), append(classifiers, f.classifier),
			append(extensions, f.extension)
	}
	args = append(args, "-Durl="+m.url(),
		"-DrepositoryId=jprof-deploy", "-DpomFile="+pom, "-Dfile="+main.file, "-DupdateReleaseInfo=true")
	if len(files) > 0 {
		args = append(args, "-Dfiles="+strings.Join(files, ","), "-Dclassifiers="+strings.Join(classifiers, ","),
			"-Dtypes="+strings.Join(extensions, ","))
	}
	_, err = output(nil, "mvn", slices.Concat([]string{"-B", "-q", "-Dstyle.color=never", goal}, args)...)
	return err
}
