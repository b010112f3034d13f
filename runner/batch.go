package runner

import (
	"fmt"
	"path/filepath"
	"strings"
)

// isBatch reports whether Windows runs a file by cmd.exe.
func isBatch(path string) bool {
	ext := filepath.Ext(path)
	return strings.EqualFold(ext, ".cmd") || strings.EqualFold(ext, ".bat")
}

// plainInBatch has the characters, beside letters and digits, that have no meaning for cmd.exe.
const plainInBatch = `#$*+-./:?@\_`

// batchLine returns the command line by which cmd.exe runs a batch file with arguments. os/exec quotes arguments only
// for programs that divide their command line as C programs do. But cmd.exe reads the line before them, and would take
// & for the end of the command and %NAME% for a variable, as in -Dname=%d&more. batchLine quotes each argument so that
// cmd.exe and the program to which the batch file passes its arguments (%*) read it in the same way.
func batchLine(path string, args []string) (string, error) {
	var b strings.Builder
	// The options: extensions on (for the percent signs below), no variables in !, no command of the registry before.
	// cmd.exe removes the outer quotes.
	b.WriteString(`cmd.exe /e:ON /v:OFF /d /c ""` + path + `"`)
	for _, arg := range args {
		if strings.ContainsAny(arg, "\r\n\x00") {
			return "", fmt.Errorf("%s: an argument with a line break cannot be passed on to it: %q", path, arg)
		}
		b.WriteByte(' ')
		quoteBatch(&b, arg)
	}
	b.WriteByte('"')
	return b.String(), nil
}

// quoteBatch writes an argument for batchLine.
func quoteBatch(b *strings.Builder, arg string) {
	needed := arg == "" || strings.HasSuffix(arg, `\`) || strings.ContainsFunc(arg, func(r rune) bool {
		isWord := r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		return !isWord && (r >= 0x80 || !strings.ContainsRune(plainInBatch, r))
	})
	if !needed {
		b.WriteString(arg)
		return
	}
	b.WriteByte('"')
	backslashes := 0
	for _, r := range arg {
		switch r {
		case '\\':
			backslashes++
		case '"': // cmd.exe and the program read two quotes as one; backslashes before a quote are doubled, too
			b.WriteString(strings.Repeat(`\`, backslashes) + `"`)
		case '%': // an empty variable goes after each %, so that no text between two of them is the name of a variable
			b.WriteString(`%%cd:~,`)
		}
		if r != '\\' {
			backslashes = 0
		}
		b.WriteRune(r)
	}
	b.WriteString(strings.Repeat(`\`, backslashes) + `"`)
}
