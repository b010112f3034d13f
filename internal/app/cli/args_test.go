package cli

import (
	"strings"
	"testing"
)

func TestRewrite(t *testing.T) {
	tests := []struct{ in, want string }{
		{"jprof", "jprof"},
		{"jprof mvn verify", "jprof mvn verify"},
		{"jprof mvn -v", "jprof mvn -v"},
		{"jprof Main.java -d x", "jprof run Main.java -d x"},
		{"jprof -i src", "jprof instrument src"},
		{"jprof --instrument-only src", "jprof instrument src"},
		{"jprof -r", "jprof report"},
		{"jprof --generate-report --text", "jprof report --text"},
		{"jprof --help", "jprof --help"},
		{"jprof --help run", "jprof help run"},
		{"jprof -v", "jprof version"},
		{"jprof --version", "jprof --version"},
		{"jprof report", "jprof report"},
	}
	for _, test := range tests {
		if got := strings.Join(rewrite(strings.Fields(test.in)), " "); got != test.want {
			t.Errorf("%s becomes %q, want %q", test.in, got, test.want)
		}
	}
}
