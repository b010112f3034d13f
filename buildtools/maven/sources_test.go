package maven

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/internal/util/antpattern"
)

func TestSourceSets(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{
		"pom.xml": `<project><groupId>g</groupId><artifactId>top</artifactId>
			<properties><src>code</src><project.build.sourceEncoding>ISO-8859-1</project.build.sourceEncoding>
			<maven.compiler.release>11</maven.compiler.release></properties>
			<modules><module>a</module><module>b</module><module>bundle</module></modules>
			<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId>
				<configuration><testRelease>${test.level}</testRelease>
				<excludes><exclude>${src}/**</exclude></excludes>
				<testIncludes><i>**/A*</i></testIncludes></configuration>
				<executions><execution><id>default-testCompile</id><configuration><testExcludes><i>x/</i></testExcludes>
				</configuration></execution><execution><id>late</id><goals><goal>compile</goal></goals>
				<configuration><includes><i>late/*</i></includes><excludes/></configuration></execution>
				</executions></plugin></plugins></build>` +
			`</project>`,
		"a/pom.xml": `<project><parent><groupId>g</groupId><artifactId>top</artifactId></parent>` +
			`<artifactId>a${variant}</artifactId>
			<properties><test.level>21</test.level><variant>11</variant></properties>
			<build><directory>${basedir}/out</directory><sourceDirectory>${src}/main</sourceDirectory></build>` +
			`</project>`,
		"a/code/main/A.java":      "",
		"a/src/test/java/AT.java": "",
		"b/pom.xml": `<project><groupId>h</groupId><artifactId>b</artifactId><properties>` +
			`<loop>${loop}</loop></properties><build><sourceDirectory>${loop}</sourceDirectory></build></project>`,
		"b/src/main/java/B.java": "",
		"bundle/pom.xml": `<project><groupId>g</groupId><artifactId>bundle</artifactId>` +
			`<packaging>eclipse-plugin</packaging></project>`,
		"bundle/build.properties":  "source.. = src/,\\\n  gen/\noutput.. = bin/\n",
		"bundle/src/p/Bundle.java": "",
	} {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b, err := open(root, []string{"verify"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := buildtools.Module{ID: "g:a11", Dir: "a"}
	want := []buildtools.SourceSet{
		{Module: a, Name: "main", Roots: []string{"a/code/main"}, Encoding: "ISO-8859-1", Level: "11", Build: "a/out",
			Compiled: antpattern.Filter{Excludes: []string{"code/**"},
				Or: &antpattern.Filter{Includes: []string{"late/*"}}}},
		{Module: a, Name: "test", Roots: []string{"a/src/test/java"}, Encoding: "ISO-8859-1", Level: "21",
			Build: "a/out", Compiled: antpattern.Filter{Includes: []string{"**/A*"}, Excludes: []string{"x/"}}},
		{Module: buildtools.Module{ID: "g:bundle", Dir: "bundle"}, Name: "main", Roots: []string{"bundle/src"},
			Encoding: "UTF-8", Build: "bundle/target"},
	}
	if got := b.sourceSets(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestComplaints(t *testing.T) {
	output := "[INFO] Compiling 2 source files\n" +
		"[\x1b[1;31mERROR\x1b[m] /p/src/A.java:[3,5] cannot find symbol\n  symbol: x\n" +
		"[ERROR] Failed to execute goal\n[ERROR] /p/src/A.java:[3,5] cannot find symbol\n" +
		"[WARNING] /p/B.java:[1,1] old\n"
	if got, want := complaints(output, "[ERROR]"), "/p/src/A.java:[3,5] cannot find symbol\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	warnings := warningsIn(complaints(output, "[WARNING]"), "/p/C.java: no line\nno file\n")
	if want := []buildtools.Rejection{{File: "/p/B.java", Line: 1, Column: 1, Message: "old"}}; !slices.Equal(warnings,
		want) {
		t.Errorf("got %+v, want %+v", warnings, want)
	}
}
