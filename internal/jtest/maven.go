package jtest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
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
