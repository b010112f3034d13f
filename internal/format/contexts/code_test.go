package contexts

import (
	"strings"
	"testing"

	"jprof/internal/java/classfile"
)

// TestUnnumbered checks that the number of a class that the JVM makes for a lambda is no part of its code, and that the
// name of any other class is.
func TestUnnumbered(t *testing.T) {
	for _, tt := range []struct {
		class, content string
		same           bool
	}{
		{"p/A$$Lambda$14", "9 p/A$$Lambda$14.arg$1 I", false},
		{"p/A$$Lambda$14", "10 p/A.lambda$f$0 (I)V", true},
		{"p/A", "9 p/A.kept I", true},
	} {
		got := unnumbered(&classfile.File{Name: tt.class}, tt.content)
		if (got == tt.content) != tt.same || !tt.same && strings.Contains(got, "14") {
			t.Errorf("%s: %s is %s", tt.class, tt.content, got)
		}
	}
}
