package plugins

import (
	"embed"
	"io/fs"
)

//go:embed maven gradle
var files embed.FS

// MavenExtension returns the files of the Maven extension: Java sources, which are compiled on the
// user's machine, and META-INF/plexus/components.xml, by which Maven finds their classes.
func MavenExtension() (fs.FS, error) { return fs.Sub(files, "maven") }

// GradleScript returns the text of the init script for Gradle.
func GradleScript() ([]byte, error) { return files.ReadFile("gradle/jprof.init.gradle") }
