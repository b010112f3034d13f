package maven

import (
	"context"
	"fmt"
	"path/filepath"

	"jprof/buildtools"
	"jprof/internal/java/jdks"
	"jprof/plugins"
)

// extension returns the path of the jar with the Maven extension in cacheDir, and makes the jar if it is not there. The
// sources, which are part of jprof, are compiled with the JDK that Maven runs on, against the classes of that Maven.
// They are compiled for Java 8, the oldest Java that Maven 3.6 to 3.9 run on.
func (i installation) extension(ctx context.Context, cacheDir string, run buildtools.Output) (string, error) {
	sources, err := plugins.MavenExtension()
	if err != nil {
		return "", err
	}
	jar := buildtools.Jar{Name: "maven-extension", Sources: sources, ClassPath: filepath.Join(i.Home, "lib", "*")}
	path, err := jar.Make(ctx, i.javac, i.feature(), cacheDir, run)
	if err != nil {
		return "", fmt.Errorf("compiling the Maven extension for Maven %s: %w", i.Version, err)
	}
	return path, nil
}

// feature returns the feature release of Maven's Java, such as 8 or 17; 0 if its version cannot be parsed.
func (i installation) feature() int {
	n, _ := jdks.ParseFeature(i.JavaVersion)
	return n
}
