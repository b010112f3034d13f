package probe

import (
	"path/filepath"
	"testing"
)

func TestKindIsTest(t *testing.T) {
	tests := []struct {
		kind Kind
		name string
		want bool
	}{
		{"", "test", true}, {"", "test:java9", true}, {"", "integrationTest", true}, {"", "testFixtures", true},
		{"", "main", false}, {"", "main:testSupport", false}, {"", "functional", false}, {"", "jmh", false},
		{"", "latest", false}, {"", "contest", false}, {"", "attestation", false}, {"", "greatestHits", false},
		{TestSources, "functional", true}, {TestSources, "main:it", true}, {MainSources, "testApi", false},
	}
	for _, test := range tests {
		if got := (&Set{Kind: test.kind, Name: test.name}).IsTest(); got != test.want {
			t.Errorf("kind %q, name %q: tests %v, want %v", test.kind, test.name, got, test.want)
		}
	}
}

func TestKindFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.map")
	for _, kind := range []Kind{"", TestSources, MainSources, ""} {
		if err := WriteKind(path, kind); err != nil {
			t.Fatal(err)
		}
		if got := ReadKind(path); got != kind {
			t.Errorf("read %q, want %q", got, kind)
		}
	}
}
