// Package generated puts the results of a program into a document, between two lines that name the command. Text
// outside of them is written by hand, and stays.
//
// Write takes the path of a document, the command and the text, and changes the document in place. A document may have
// parts of several commands.
package generated

import (
	"fmt"
	"os"
	"strings"
)

// Lines returns the two lines that enclose the text of a command in a document.
func Lines(command string) (begin, end string) {
	return fmt.Sprintf("<!-- what follows is written by %s -->", command),
		fmt.Sprintf("<!-- what precedes is written by %s -->", command)
}

// Replace puts text between the two lines of a command in a document.
func Replace(document, command, text string) (string, error) {
	begin, end := Lines(command)
	from := strings.Index(document, begin)
	to := strings.Index(document, end)
	if from < 0 || to < from {
		return "", fmt.Errorf("there are no lines %q and %q, one after the other", begin, end)
	}
	if strings.Count(document, begin) > 1 || strings.Count(document, end) > 1 {
		return "", fmt.Errorf("there is more than one line %q or %q", begin, end)
	}
	return document[:from] + begin + "\n\n" + strings.TrimSpace(text) + "\n\n" + document[to:], nil
}

// Write replaces the part that command generates in the document at path with text.
func Write(path, command, text string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	replaced, err := Replace(string(old), command, text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(replaced), 0o644)
}
