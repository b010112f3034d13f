package jtest

import (
	"os/exec"
	"testing"
)

func TestJDKsAreDistinctAndAscending(t *testing.T) {
	jdks := JDKs(t)
	for i, j := range jdks {
		if i > 0 && jdks[i-1].Version >= j.Version {
			t.Errorf("%v stands after %v", j, jdks[i-1])
		}
		for _, tool := range []string{j.Java(), j.Javac()} {
			if _, err := exec.LookPath(tool); err != nil {
				t.Errorf("%v: %v", j, err)
			}
		}
	}
	if got := Newest(t); got != jdks[len(jdks)-1] {
		t.Errorf("Newest is %v, of %v", got, jdks)
	}
}
