package efficiency

import (
	"strings"
	"testing"

	"jprof/internal/java/classfile"
)

// TestForeign checks that each rule of the table is the first one for some method: one that comes after a wider rule
// says nothing.
func TestForeign(t *testing.T) {
	rules, files := foreign(), newFiles(nil)
	for i := range rules {
		r := &rules[i]
		name, descriptor, _ := strings.Cut(r.method, "(")
		to := classfile.Member{Name: strings.ReplaceAll(name, "*", "~"), Descriptor: "(" + descriptor}
		if first := files.inTable(strings.ReplaceAll(r.class, "*", "~"), to); first != r {
			t.Errorf("%s.%s comes after %+v", r.class, r.method, first)
		}
	}
	writeTo := classfile.Member{Class: "java/io/ByteArrayOutputStream", Name: "writeTo",
		Descriptor: "(Ljava/io/OutputStream;)V"}
	if e := files.effectOf(writeTo); e.out != toStream {
		t.Errorf("writeTo: %+v", e)
	}
}
