package plugins

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed maven gradle agent/dist
var files embed.FS

// MavenExtension returns the files of the Maven extension: Java sources, which are compiled on the
// user's machine, and META-INF/plexus/components.xml, by which Maven finds their classes.
func MavenExtension() (fs.FS, error) { return fs.Sub(files, "maven") }

// GradleScript returns the text of the init script for Gradle.
func GradleScript() ([]byte, error) { return files.ReadFile("gradle/jprof.init.gradle") }

// ErrNoContextAgent means that this jprof was built without its Java agent.
var ErrNoContextAgent = errors.New("this jprof was built without its Java agent, which records contexts: " +
	"build it with make build, which needs a JDK and Maven")

// ContextAgent returns the jar of the Java agent that records calling contexts, or ErrNoContextAgent.
func ContextAgent() ([]byte, error) {
	jar, err := files.ReadFile("agent/dist/agent.jar")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoContextAgent
	}
	return jar, err
}
