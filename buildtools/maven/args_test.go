package maven

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/cmdline"
)

func TestGoals(t *testing.T) {
	for _, test := range []struct {
		args  string
		goals string // joined with a space
		file  string
	}{
		{"verify", "verify", ""},
		{"-B clean verify", "clean verify", ""},
		{"-T 2C -pl a,b -am test", "test", ""},
		{"-T2C -Pone,two test", "test", ""},
		{"--threads=2 --projects a verify", "verify", ""},
		{"-f sub/pom.xml verify", "verify", "sub/pom.xml"},
		{"-fsub verify", "verify", "sub"},
		{"--file=sub verify", "verify", "sub"},
		{"-fae -f sub verify", "verify", "sub"},
		{"-ff verify", "verify", ""},
		{"-D skipTests -Dx=y --define a=b verify", "verify", ""},
		{"-s deploy verify", "verify", ""}, // the settings file is called deploy
		{"-rf :core verify", "verify", ""},
		{"-o -q -X -e", "", ""},
		{"-D", "", ""},
	} {
		parsed := syntax.Parse(strings.Fields(test.args))
		if got := strings.Join(cmdline.Goals(parsed), " "); got != test.goals {
			t.Errorf("goals of %q = %q, want %q", test.args, got, test.goals)
		}
		if file, _ := cmdline.Lookup(parsed, "--file"); file != test.file {
			t.Errorf("file of %q = %q, want %q", test.args, file, test.file)
		}
		var again []string
		for _, a := range parsed {
			again = append(again, a.Text...)
		}
		if !slices.Equal(again, strings.Fields(test.args)) {
			t.Errorf("%q was parsed as %q", test.args, again)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		args   string
		refuse bool
	}{
		{"verify", false},
		{"install", false},
		{"clean verify site", false},
		{"deploy", true},
		{"clean deploy -DskipTests", true},
		{"site-deploy", true},
		{"deploy:deploy-file", true},
		{"org.apache.maven.plugins:maven-deploy-plugin:3.1.1:deploy@id", true},
		{"site:deploy", true},
		{"nexus-staging:release", true},
		{"release:prepare", true},
		{"org.apache.maven.plugins:maven-release-plugin:perform", true},
		{"gpg:sign", true},
		{"org.sonatype.central:central-publishing-maven-plugin:0.7.0:publish", true},
		{"docker:push", true},
		{"dependency:tree", false},
		{"exec:java -Dexec.mainClass=deploy", false},
		{"surefire:test@deploy", false},
		{"-Pdeploy verify", false},
	} {
		err := refuse(cmdline.Goals(syntax.Parse(strings.Fields(test.args))))
		if (err != nil) != test.refuse {
			t.Errorf("%q: %v", test.args, err)
		}
	}
	_, err := open(t.TempDir(), []string{"test"}, []string{"MAVEN_ARGS=deploy"})
	if err == nil || !strings.Contains(err.Error(), "mvn deploy is refused") {
		t.Errorf("deploy in MAVEN_ARGS: %v", err)
	}
}

func TestCompilesAndInfo(t *testing.T) {
	for _, test := range []struct {
		args           string
		info, compiles bool
	}{
		{"verify", false, true},
		{"", false, true}, // the pom may have a default goal
		{"clean", false, false},
		{"clean test", false, true},
		{"compiler:compile", false, true},
		{"validate dependency:tree", false, false},
		{"-v", true, true},
		{"verify --help", true, true},
		{"-D --version verify", false, true},
	} {
		args := syntax.Parse(strings.Fields(test.args))
		if got := cmdline.Has(args, info...); got != test.info {
			t.Errorf("isInfo(%q) = %t", test.args, got)
		}
		if got := compiles(cmdline.Goals(args)); got != test.compiles {
			t.Errorf("compiles(%q) = %t", test.args, got)
		}
	}
}

func TestRejections(t *testing.T) {
	for _, test := range []struct {
		name, message, warnings string
		want                    []buildtools.Rejection
	}{
		{"with columns", `/s/a b/A.java:[6,18] cannot find symbol
  symbol:   class Foo
  location: class A
/s/B.java:[7,1] error: ';' expected
/s/B.java:[7,9] not a statement
/s/B.java:[7,20] ';' expected
`, "", []buildtools.Rejection{
			{File: "/s/a b/A.java", Line: 6, Column: 18,
				Message: "cannot find symbol\n  symbol:   class Foo\n  location: class A"},
			{File: "/s/B.java", Line: 7, Column: 1, Message: "';' expected"},
			{File: "/s/B.java", Line: 7, Column: 9, Message: "not a statement"},
		}},
		{"without columns", "/s/A.java:[6] code too large\n/s/B.java: cannot read\n", "",
			[]buildtools.Rejection{{File: "/s/A.java", Line: 6, Message: "code too large"},
				{File: "/s/B.java", Line: 0, Message: "cannot read"}}},
		{"javac's own form", "/s/A.java:12: error: illegal start of type\n", "",
			[]buildtools.Rejection{{File: "/s/A.java", Line: 12, Message: "illegal start of type"}}},
		{"with a drive", `C:\s\A.java:[3,4] bad`, "",
			[]buildtools.Rejection{{File: `C:\s\A.java`, Line: 3, Column: 4, Message: "bad"}}},
		{"a URI of Windows", "/C:/s b/A.java:[3,4] bad", "",
			[]buildtools.Rejection{{File: filepath.FromSlash("C:/s b/A.java"), Line: 3, Column: 4, Message: "bad"}}},
		{"a crash", "Compilation failure\nAn exception has occurred in the compiler\n", "",
			[]buildtools.Rejection{{File: "", Line: 0, Message: "An exception has occurred in the compiler"}}},
		{"warnings are errors", "/s/Any.java: warnings found and -Werror specified\n",
			"COMPILATION WARNING : \n/s/A.java:[2,3] [rawtypes] found raw type\n",
			[]buildtools.Rejection{{File: "/s/A.java", Line: 2, Column: 3, Message: "[rawtypes] found raw type"},
				{File: "", Line: 0, Message: "warnings found and -Werror specified"}}},
		{"errors next to warnings", "warnings found and -Werror specified\n/s/B.java:[1,1] bad\n",
			"/s/A.java:[2,3] raw\n",
			[]buildtools.Rejection{{File: "/s/B.java", Line: 1, Column: 1, Message: "bad"},
				{File: "", Line: 0, Message: "warnings found and -Werror specified"}}},
		{"nothing", "", "", []buildtools.Rejection{{Message: buildtools.Silent}}},
		{"a stack that overflowed in Maven's JVM", "Compilation failure\nAn unknown compilation problem occurred\n", "",
			[]buildtools.Rejection{{Message: buildtools.Silent}}},
		{"a stack that overflowed in a JVM of its own", "Compilation failure\njava.lang.StackOverflowError\n\tat a.B\n",
			"",
			[]buildtools.Rejection{{Message: "java.lang.StackOverflowError"}, {Message: "at a.B"}}},
	} {
		got := readRejections(buildtools.Failure{Message: test.message, Warnings: test.warnings})
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %+v\nwant %+v", test.name, got, test.want)
		}
	}
}

func FuzzRejections(f *testing.F) {
	f.Add("/s/A.java:[6,18] cannot find symbol\n  symbol: x\n", "/s/B.java:[1] w")
	f.Add("/s/A.java: -Werror specified", "")
	f.Fuzz(func(t *testing.T, message, warnings string) {
		for _, r := range readRejections(buildtools.Failure{Message: message, Warnings: warnings}) {
			if r.Line < 0 || r.File != "" && !strings.HasSuffix(r.File, ".java") {
				t.Errorf("%+v", r)
			}
		}
	})
}
