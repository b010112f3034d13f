package gradle

import (
	"strings"
	"testing"

	"jprof/buildtools/cmdline"
)

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		args   string
		refuse bool
	}{
		{"build", false},
		{"clean check :app:test --tests a.BTest", false},
		{"publish", true},
		{":lib:publishToMavenLocal", true},
		{"publishAllPublicationsToCentralRepository", false}, // by the init script, which sees where that is
		{"publishPlugins", true},
		{"build uploadArchives", true},
		{"install", true},
		{"installDist", false},
		{"signMavenPublication", true},
		{"signal", false},
		{"artifactoryPublish", true},
		{"bintrayUpload", true},
		{"release", true},
		{"releaseNotes", false},
		{"build -x publish", false},
		{"build --exclude-task publish", false},
		{"run --args publish", false},
		{"-p deploy build", false},
	} {
		err := refuse(cmdline.Goals(syntax.Parse(strings.Fields(test.args))))
		if (err != nil) != test.refuse {
			t.Errorf("%q: %v", test.args, err)
		}
	}
}

func TestKindsOfCalls(t *testing.T) {
	for _, test := range []struct {
		args           string
		info, compiles bool
		err            string
	}{
		{"build", false, true, ""},
		{"--version", true, false, ""},
		{"--stop", true, false, ""},
		{"wrapper --gradle-version 8.9", true, false, ""},
		{"tasks --all", false, false, ""},
		{"", false, false, ""},
		{":app:integrationTest", false, true, ""},
		{"dependencies --configuration test", false, false, ""},
		{"-q compileTestJava", false, true, ""},
		{"build --dry-run", false, false, ""},
		{"-t test", false, false, "continuous"},
	} {
		dir := t.TempDir()
		write(t, dir, "build.gradle", "")
		b, err := open(dir, strings.Fields(test.args), nil)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%q: %v", test.args, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", test.args, err)
		} else if b.AsTyped != test.info || b.Compiles != test.compiles {
			t.Errorf("%q: info %t, compiles %t", test.args, b.AsTyped, b.Compiles)
		}
	}
}
