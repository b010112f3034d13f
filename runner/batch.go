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

// plainInBatch are the characters, beside letters and digits, that cmd.exe gives no meaning.
const plainInBatch = `#$*+-./:?@\_`

// batchLine is the command line by which cmd.exe runs a batch file with arguments. os/exec quotes them for programs
// that divide their command line as those of C do. cmd.exe reads it before, and would take & for the end of the command
// and %NAME% for a variable, as in -Dname=%d&more. Here each argument means the same to cmd.exe and to the program that
// the batch file gives its arguments to (%*).
func batchLine(path string, args []string) (string, error) {
	var b strings.Builder
	// Extensions are on (for the percent signs below), ! is a character, no command of the registry runs before.
	// cmd.exe takes the outer quotes away.
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
		case '"': // doubled, which both take for a quote; backslashes before a quote are doubled, too
			b.WriteString(strings.Repeat(`\`, backslashes) + `"`)
		case '%': // followed by a variable that is empty, so that no name of a variable is between two of them
			b.WriteString(`%%cd:~,`)
		}
		if r != '\\' {
			backslashes = 0
		}
		b.WriteRune(r)
	}
	b.WriteString(strings.Repeat(`\`, backslashes) + `"`)
}
