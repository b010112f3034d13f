package plugins

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed maven gradle agent/dist tests/src tests/stubs
var files embed.FS

// MavenExtension returns the files of the Maven extension: Java sources, which are compiled on the
// user's machine, and META-INF/plexus/components.xml, by which Maven finds their classes.
func MavenExtension() (fs.FS, error) { return fs.Sub(files, "maven") }

// TestRecorder returns the files of the jar that test JVMs get in a build that counts by test: Java sources, which are
// compiled on the user's machine, with META-INF/services, by which test frameworks find their listeners; and stubs of
// the interfaces of these frameworks, to compile against.
func TestRecorder() (sources, stubs fs.FS, err error) {
	if sources, err = fs.Sub(files, "tests/src"); err == nil {
		stubs, err = fs.Sub(files, "tests/stubs")
	}
	return sources, stubs, err
}

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
