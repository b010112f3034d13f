package jtest

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Gradles lists the versions of Gradle that run here: the one of Debian, and those that testdata/gradle/dist.sh lays
// out.
var Gradles = []string{"4.4.1", "5.6", "6.9.4", "7.6.4", "8.9", "8.11.1"}

// layingOut is held while a Gradle is laid out.
var layingOut sync.Mutex

// Gradle returns the folder with the command of a version of Gradle. top is the root folder of jprof's sources.
func Gradle(top, version string) (string, error) {
	if version == Gradles[0] {
		path, err := exec.LookPath("gradle")
		if err != nil {
			return "", fmt.Errorf("gradle %s is to be on the PATH (apt-get install gradle): %w", version, err)
		}
		return filepath.Dir(path), nil
	}
	layingOut.Lock()
	defer layingOut.Unlock()
	cmd := exec.Command(filepath.Join(top, "testdata", "gradle", "dist.sh"), version)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd, err, errors.String())
	}
	return strings.TrimSpace(string(out)), nil
}
