package maven

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/buildtools"
	"jprof/internal/util/environ"
)

func TestLocalRepository(t *testing.T) {
	settings := func(path string) string {
		return "<settings><localRepository>" + path + "</localRepository></settings>"
	}
	top := tree(t, map[string]string{
		"p/pom.xml":                    pomXML("a"),
		"home/.m2/empty.xml":           "<settings/>",
		"with/.m2/settings.xml":        settings("${user.home}/repo"),
		"env/.m2/settings.xml":         settings("${env.REPO}/x"),
		"odd/.m2/settings.xml":         settings("${some.property}/x"),
		"maven/conf/settings.xml":      settings("/global"),
		"given.xml":                    settings("/given"),
		"configured/pom.xml":           pomXML("a"),
		"configured/.mvn/maven.config": "-Dmaven.repo.local=/config\n",
		"configured/.mvn/jvm.config":   "-Dmaven.repo.local=/jvm\n",
	})
	for _, test := range []struct {
		name, dir, args string
		env             []string
		maven           string
		want            string // below top, unless it starts with /
	}{
		{"usual", "p", "", []string{"MAVEN_OPTS=-Duser.home=" + top + "/home"}, "", "home/.m2/repository"},
		{"settings", "p", "", []string{"MAVEN_OPTS=-Duser.home=" + top + "/with"}, "maven", "with/repo"},
		{"of the environment", "p", "", []string{"REPO=/r", "MAVEN_OPTS=-Duser.home=" + top + "/env"}, "", "/r/x"},
		{"cannot be told", "p", "", []string{"MAVEN_OPTS=-Duser.home=" + top + "/odd"}, "", ""},
		{"global settings", "p", "", []string{"JAVA_TOOL_OPTIONS=-Duser.home=" + top + "/home"}, "maven", "/global"},
		{"given settings", "p", "-s ../given.xml", []string{"MAVEN_OPTS=-Duser.home=" + top + "/with"}, "maven",
			"/given"},
		{"command line", "p", "-Dmaven.repo.local=here", []string{"MAVEN_OPTS=-Dmaven.repo.local=/there"}, "",
			"p/here"},
		{"MAVEN_OPTS", "p", "", []string{"MAVEN_OPTS=-Dmaven.repo.local=/there"}, "", "/there"},
		{"MAVEN_ARGS", "configured", "", []string{"MAVEN_ARGS=-Dmaven.repo.local=/args"}, "", "/args"},
		{"maven.config", "configured", "", []string{"MAVEN_OPTS=-Dmaven.repo.local=/there"}, "", "/config"},
	} {
		b, err := open(filepath.Join(top, test.dir), append(strings.Fields(test.args), "install"), test.env)
		if err != nil {
			t.Fatal(err)
		}
		want := test.want
		if want != "" && !filepath.IsAbs(want) {
			want = filepath.Join(top, want)
		}
		if got := b.localRepository(installation{Version: "3.9.9", Home: filepath.Join(top, test.maven)}); got != want {
			t.Errorf("%s: %q, want %q", test.name, got, want)
		}
	}
}

func TestInstallInto(t *testing.T) {
	invoker := strings.Replace(pomXML("a"), "</project>",
		"<build><plugins><plugin><artifactId>maven-invoker-plugin</artifactId></plugin></plugins></build></project>", 1)
	top := tree(t, map[string]string{"p/pom.xml": pomXML("a"), "i/pom.xml": invoker})
	const skip, local = "-Dmaven.install.skip=true", "-Dmaven.repo.local=/scratch"
	for _, test := range []struct {
		version, dir, args string
		want               string
	}{
		{"3.8.9", "p", "install", skip},
		{"3.9.0", "p", "install", skip},
		{"3.9.1", "p", "install", local},
		{"4.0.0-rc-4", "p", "clean install", local},
		{"3.10.0", "p", "install:install", local},
		{"3.9.1", "p", "verify", skip},
		{"3.9.1", "i", "verify", local},
		{"unknown", "i", "verify", skip},
	} {
		b, err := open(filepath.Join(top, test.dir), append(strings.Fields(test.args), "-Dmaven.repo.local=/own"),
			[]string{"MAVEN_ARGS=-q"})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.installInto("/scratch", installation{Version: test.version, Home: top}); err != nil {
			t.Fatal(err)
		}
		c := b.withExtension(filepath.Join(top, "mirror"), buildtools.Executable{Path: "/mvn"}, "ext.jar", "hook")
		if !slices.Contains(c.Args, test.want) || test.want == local && slices.Contains(c.Args, skip) {
			t.Errorf("Maven %s, %s in %s: %q", test.version, test.args, test.dir, c.Args)
		}
		wantEnv := "-q"
		if test.want == local {
			wantEnv = "-q -Dmaven.repo.local=/scratch -Dmaven.repo.local.tail=/own"
		}
		if got := environ.Get(c.Env, "MAVEN_ARGS"); got != wantEnv {
			t.Errorf("Maven %s, %s: MAVEN_ARGS is %q", test.version, test.args, got)
		}
	}
}

func TestPrune(t *testing.T) {
	top := tree(t, map[string]string{
		"scratch/g/old/1/old-1.pom": "", "scratch/g/old/1/old-1.jar": "", "scratch/g/new/1/new-1.pom": "",
		"scratch/g/only/1/only-1.pom": "",
		"own/g/old/1/old-1.pom":       "", "own/g/new/1/new-1.pom": "",
	})
	now := time.Now()
	for path, age := range map[string]time.Duration{"scratch/g/old/1/old-1.pom": 2, "own/g/old/1/old-1.pom": 1,
		"scratch/g/new/1/new-1.pom": 1, "own/g/new/1/new-1.pom": 2} {
		at := now.Add(-age * time.Hour)
		if err := os.Chtimes(filepath.Join(top, path), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := prune(filepath.Join(top, "scratch"), filepath.Join(top, "own")); err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(top, "scratch", "g", "*", "*", "*"))
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	if want := []string{"new-1.pom", "only-1.pom"}; !slices.Equal(left, want) {
		t.Errorf("left: %q, want %q", left, want)
	}
	if err := prune(filepath.Join(top, "none"), top); err != nil {
		t.Errorf("no repository yet: %v", err)
	}
}
