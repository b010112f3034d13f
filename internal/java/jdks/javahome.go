// Package jdks reads the description of a JDK in its folder: version, vendor, name.
package jdks

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Feature returns the feature release of the JDK in home: 8, 17, 25. It reads the file "release", so that no JVM has to
// be started.
func Feature(home string) (int, error) {
	values, err := release(home)
	if err != nil {
		return 0, err
	}
	path := filepath.Join(home, "release")
	version, ok := values["JAVA_VERSION"]
	if !ok {
		return 0, fmt.Errorf("%s: no JAVA_VERSION", path)
	}
	n, ok := ParseFeature(version)
	if !ok {
		return 0, fmt.Errorf("%s: cannot read the version %s", path, version)
	}
	return n, nil
}

// release returns the values in the file "release" of the JDK in home.
func release(home string) (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(home, "release"))
	values := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		values[key] = strings.Trim(value, `"`)
	}
	return values, err
}

// Describe returns the vendor and the version of the JDK in home, "" if they are not known.
func Describe(home string) string {
	values, _ := release(home)
	version := cmp.Or(values["JAVA_RUNTIME_VERSION"], values["JAVA_VERSION"])
	return strings.TrimSpace(values["IMPLEMENTOR"] + " " + version)
}

// ParseFeature returns the feature release in a version of Java: 8 for 1.8.0_442 and 1.8, 25 for 25.0.1, 26 for 26-ea.
func ParseFeature(version string) (int, bool) {
	version = strings.TrimPrefix(strings.TrimSpace(version), "1.")
	end := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(version)
	}
	n, err := strconv.Atoi(version[:end])
	return n, err == nil
}

// Name returns a version of Java for people: "Java 17" for feature release 17, "Java" for 0, which means that it is not
// known.
func Name(feature int) string {
	if feature == 0 {
		return "Java"
	}
	return fmt.Sprintf("Java %d", feature)
}
