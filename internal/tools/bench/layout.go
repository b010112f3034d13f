package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"text/template"

	"jprof/internal/jtest"
)

// dependencyPlugin copies artefacts from where the user's Maven gets them.
const dependencyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1"

var fetchPOM = template.Must(template.New("pom").Parse(`<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>jprof</groupId><artifactId>bench</artifactId><version>1</version>` +
	`<packaging>pom</packaging>
<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId>` +
	`<version>3.6.1</version>
<configuration><outputDirectory>${project.basedir}</outputDirectory><artifactItems>
{{range .}}<artifactItem><groupId>{{.Group}}</groupId><artifactId>{{.Name}}</artifactId><version>{{.Version}}</version>
{{- if .Classifier}}<classifier>{{.Classifier}}</classifier>{{end}}</artifactItem>
{{end}}</artifactItems></configuration></plugin></plugins></build></project>
`))

// artefact names a jar of Maven Central.
type artefact struct{ Group, Name, Version, Classifier string }

// parse reads group:name:version[:classifier].
func parse(coordinates string) artefact {
	f := append(strings.Split(coordinates, ":"), "")
	return artefact{f[0], f[1], f[2], f[3]}
}

// file returns the name of the jar.
func (a artefact) file() string {
	name := a.Name + "-" + a.Version
	if a.Classifier != "" {
		name += "-" + a.Classifier
	}
	return name + ".jar"
}

// sources returns the artefact with the sources of a.
func (a artefact) sources() artefact {
	a.Classifier = "sources"
	return a
}

// jar returns the path of an artefact in the cache.
func (b *bench) jar(coordinates string) string {
	return filepath.Join(b.dir, "jars", parse(coordinates).file())
}

// fetch downloads the artefacts that are not in the cache yet, in one call of the user's Maven.
func (b *bench) fetch(list []program) error {
	jars := filepath.Join(b.dir, "jars")
	if err := os.MkdirAll(jars, 0o755); err != nil {
		return err
	}
	var missing []artefact
	seen := map[artefact]bool{}
	want := func(a artefact) {
		if _, err := os.Stat(filepath.Join(jars, a.file())); err != nil && !seen[a] {
			missing = append(missing, a)
		}
		seen[a] = true
	}
	want(parse(jacocoAgent))
	want(parse(openCloverTool))
	for _, p := range list {
		if p.artefact != "" {
			want(parse(p.artefact))
			want(parse(p.artefact).sources())
		}
		for _, n := range p.needs {
			want(parse(n))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	pom, err := os.Create(filepath.Join(jars, "pom.xml"))
	if err != nil {
		return err
	}
	if err := errors.Join(fetchPOM.Execute(pom, missing), pom.Close()); err != nil {
		return err
	}
	mvn := exec.Command("mvn", "-B", "-q", "-ntp", "-f", pom.Name(), dependencyPlugin+":copy")
	if out, err := mvn.CombinedOutput(); err != nil {
		return fmt.Errorf("mvn %s:copy: %w\n%s", dependencyPlugin, err, out)
	}
	return nil
}

// layOut puts the sources of a program into the folder src, and the other files of its binary jar into the folder
// resources. It empties both folders first.
func (b *bench) layOut(p program, src, resources string) error {
	if err := errors.Join(os.RemoveAll(src), emptied(resources)); err != nil {
		return err
	}
	if p.artefact == "" {
		return os.CopyFS(src, os.DirFS(filepath.Join(b.here, p.name)))
	}
	sources := func(name string) bool { return strings.HasSuffix(name, ".java") && isProgram(name) }
	others := func(name string) bool {
		return !strings.HasSuffix(name, ".class") && !strings.HasSuffix(name, ".java") && isProgram(name) ||
			strings.HasPrefix(name, "META-INF/services/")
	}
	return errors.Join(jtest.Unzip(filepath.Join(b.dir, "jars", parse(p.artefact).sources().file()), src, sources),
		jtest.Unzip(b.jar(p.artefact), resources, others))
}

// isProgram reports whether a file belongs to the program on the class path. Descriptions of modules and code for other
// releases of Java do not.
func isProgram(name string) bool {
	return !strings.HasPrefix(name, "META-INF/") && path.Base(name) != "module-info.java"
}

// size returns the number of the files below dir whose names end with ext, and their bytes.
func size(dir, ext string) (files int, bytes int64, err error) {
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ext {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files++
		bytes += info.Size()
		return nil
	})
	return files, bytes, err
}

// list returns the files below dir whose names end with ext, in the order of their names.
func list(dir, ext string) ([]string, error) {
	var all []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(p) == ext {
			all = append(all, p)
		}
		return err
	})
	return all, err
}
