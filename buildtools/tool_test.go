package buildtools_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/buildtools/maven"
)

func TestDetect(t *testing.T) {
	mvn, gradle := maven.Tool{}, gradle.Tool{}
	known := buildtools.Registry{mvn, gradle}
	for _, test := range []struct {
		files []string
		want  []buildtools.Tool
	}{
		{[]string{"pom.xml"}, []buildtools.Tool{mvn}},
		{[]string{"build.gradle.kts", "settings.gradle.kts"}, []buildtools.Tool{gradle}},
		{[]string{"pom.xml", "build.gradle"}, []buildtools.Tool{mvn, gradle}},
		{[]string{"Makefile"}, nil},
	} {
		dir := t.TempDir()
		for _, name := range test.files {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := known.Detect(dir)
		missing := err != nil && errors.Is(err, buildtools.ErrNoBuild) &&
			err.Error() == dir+": no pom.xml, build.gradle or settings.gradle"
		if !slices.Equal(got, test.want) || (err == nil) != (test.want != nil) || err != nil && !missing {
			t.Errorf("%q: %v, %v", test.files, got, err)
		}
	}
}
