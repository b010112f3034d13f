package buildtools

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestInMirror(t *testing.T) {
	p := Project{Root: "/a/b"}
	for _, test := range []struct {
		path, want string
		inside     bool
	}{
		{"/a/b", "/m", true},
		{"/a/b/c d/e", "/m/c d/e", true},
		{"/a/b/..c", "/m/..c", true},
		{"/a/bc", "/a/bc", false},
		{"/a", "/a", false},
	} {
		if got, inside := p.InMirror(test.path, "/m"); got != test.want || inside != test.inside {
			t.Errorf("%s: %s, %t", test.path, got, inside)
		}
	}
}

func TestHookRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hook.properties")
	want := HookFile{Jprof: "/bin/jprof", Version: "1 2", Project: "/my prüf=x:#!/${HOME}", Mirror: `/back\slash`,
		Shadow: " /leading",
		Maps:   "/\U0001F600", Counts: "/line\nbreak\ttab", Events: "/trailing ", Contexts: "/c"}
	if err := WriteHookFile(path, want); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadHookFile(path); err != nil || got != want {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
	if err := os.WriteFile(path, []byte("jprof = x\nversion = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadHookFile(path); err == nil || !strings.Contains(err.Error(), path+`: no key "project"`) {
		t.Errorf("a hook that is cut short: %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

func TestReadEvents(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	common := "#Fri Nov 21\nplugin=p\\:q\\:1\ngoal=compile\nexecution=default-compile\n"
	put("a.properties", common+"module=g\\:b\ndir=b\nkind=compile\nset=main\nroot.0.path=/m/b/src\n"+
		"root.0.shadow=/s/0\nunmeasured.0.path=/m/b/gen\nunmeasured.0.reason=generated\nclasses=/m/b/c\n"+
		"written=/m/b/w\n")
	put("b.properties", common+"module=g\\:a\ndir=a\nkind=compile\nset=main\n")
	put("c.properties", common+
		"module=g\\:a\ndir=a\nkind=compile-failed\nset=main\nmessage=/s/A.java\\:[1,2] bad\\n  more\nwarnings=\n"+
		"classpath=c\\:d\nprocessorpath=p\noption.0=-Akey\n")
	put("d.properties", common+"module=g\\:a\ndir=a\nkind=tests\nreports=/m/a/target/surefire-reports\ncounts=a-1\n"+
		"without=why\noptions=-Xa -Xb\nfailfast=true\n")
	put("e.properties", common+"module=g\\:a\ndir=a\nkind=compile-unhooked\nset=main\nreason=why\n")
	put("f.properties", "module=g\\:a\ndir=a\nkind=module\n")
	put("g.properties", common+"module=g\\:a\ndir=a\nkind=instrument-failed\nset=test\nmessage=exit code 3\n")
	put("h.properties", common+"module=g\\:a\ndir=a\nkind=unenforced\ncheck=jacoco\\:check\n")
	put("i.properties", "module=g\\:b\ndir=b\nkind=planned\nset=test\nsources=test\nroot.0.path=/m/b/src/test/java\n")
	put("j.properties", "module=g\\:a\ndir=a\nkind=planned\nset=main\n")
	put("k.properties", "module=g\\:a\ndir=a\nkind=done\n")
	put("l.properties", "module=g\\:a\ndir=a\nkind=step-failed\nmessage=has __Counter\n")
	put("m.properties", common+"module=g\\:a\ndir=a\nkind=tests-failed\nmessage=There was a timeout\n")
	signed := Incomplete{"/m/a/target/a.jar", "it is signed"}
	for range 2 {
		if err := WriteIncomplete(dir, signed); err != nil {
			t.Fatal(err)
		}
	}
	put("half.tmp", "kind")
	a := Module{"g:a", "a"}
	execution := Execution{a, "p:q:1", "compile", "default-compile"}
	other := execution
	other.Module = Module{"g:b", "b"}
	want := Events{
		Planned: []Planned{{a, "main", nil, ""}, {other.Module, "test", []string{"/m/b/src/test/java"}, "test"}},
		Built:   []Module{a},
		Done:    []Module{a},
		Compiles: []Compile{{Execution: execution, Set: "main"},
			{other, "main", []Root{{"/m/b/src", "/s/0"}}, []UnmeasuredRoot{{"/m/b/gen", "generated"}}, "/m/b/c",
				"/m/b/w"}},
		Unhooked: []UnhookedCompile{{execution, "main", "why"}},
		Failures: []Failure{{execution, "main", "/s/A.java:[1,2] bad\n  more", "",
			&JavacInput{"c:d", "p", []string{"-Akey"}}, nil}},
		Broken:      []Failure{{execution, "test", "exit code 3", "", nil, nil}},
		Tests:       []Tests{{execution, "/m/a/target/surefire-reports", "a-1", "why", "-Xa -Xb", true}},
		TestsFailed: []TestsFailed{{execution, "There was a timeout"}},
		Unenforced:  []Check{{execution, "jacoco:check"}},
		Incomplete:  []Incomplete{signed}, Messages: []string{"has __Counter"},
	}
	if got, err := ReadEvents(dir); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
	if name := other.Module.Name(); name != "b" {
		t.Errorf("Name = %q", name)
	}
	for text, want := range map[string]string{
		"kind=tests\nmodule=m\ndir=d\n":                                     `no key "plugin"`,
		"kind=song\nmodule=m\ndir=d\n":                                      `unknown kind of event "song"`,
		common + "kind=tests\nmodule=m\ndir=d\nreports=r\ncounts=../x\n":    `"../x" is not the name of a folder`,
		common + "kind=compile\nmodule=m\ndir=d\nset=main\nroot.0.path=x\n": "no key root.0.shadow",
	} {
		put("z.properties", text)
		if _, err := ReadEvents(dir); err == nil || !strings.Contains(err.Error(), "z.properties: "+want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
