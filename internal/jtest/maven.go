package jtest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// QuickMaven holds the value of MAVEN_OPTS for builds of small projects. It turns off the verification of classes,
// because Maven loads thousands of them.
var QuickMaven = strings.Join(QuickStart, " ") + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"

// QuickTests sets the property argLine in the file pom, so that the JVMs that run the project's tests start quickly. It
// does not change a pom without properties. A missing pom is no error.
func QuickTests(pom string) error {
	text, err := os.ReadFile(pom)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	argLine := "<properties><argLine>" + strings.Join(QuickStart, " ") + "</argLine>"
	return os.WriteFile(pom, bytes.Replace(text, []byte("<properties>"), []byte(argLine), 1), 0o666)
}

// fetching is held while a Maven is brought.
var fetching sync.Mutex

// MavenHome returns the folder of a Maven of that version. It brings it from the repositories, once, to the user's
// cache.
func MavenHome(version string) (string, error) {
	fetching.Lock()
	defer fetching.Unlock()
	name := "apache-maven-" + version
	home := filepath.Join(CacheDir(), "jprof-acceptance", name)
	if _, err := os.Stat(home); err == nil {
		return home, nil
	}
	if err := os.MkdirAll(filepath.Dir(home), 0o777); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(home), "."+name+"-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	for _, command := range [][]string{
		{"mvn", "-B", "-ntp", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
			"-Dartifact=org.apache.maven:apache-maven:" + version + ":zip:bin", "-DoutputDirectory=" + tmp},
		{"unzip", "-qo", name + "-bin.zip"},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = tmp
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%v: %w\n%s", cmd, err, out)
		}
	}
	err = os.Rename(filepath.Join(tmp, name), home)
	if _, there := os.Stat(home); there == nil { // another process was as fast
		err = nil
	}
	return home, err
}
