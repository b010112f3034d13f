package jtest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
)

// QuickMaven is MAVEN_OPTS for builds of small projects. Maven loads thousands of classes, which it need not verify.
var QuickMaven = strings.Join(QuickStart, " ") + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"

// QuickTests has the JVMs that a Maven project starts for tests start quickly, by its property argLine. A pom that has
// no properties, or is not there, stays as it is.
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
