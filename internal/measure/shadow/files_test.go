package shadow

import (
	"reflect"
	"strings"
	"testing"

	"jprof/instrument"
)

func TestListedRoots(t *testing.T) {
	list := strings.Join([]string{
		"p/B.java", "/w/src/p/B.java", "G.java", "/w/build/gen/G.java", "p/q/A.java", "/w/src/p/q/A.java", "",
	}, "\x00")
	got, err := listedRoots(list)
	if err != nil {
		t.Fatal(err)
	}
	want := []instrument.Root{
		{Src: "/w/build/gen", Only: map[string]bool{"G.java": true}},
		{Src: "/w/src", Only: map[string]bool{"p": true, "p/B.java": true, "p/q": true, "p/q/A.java": true}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if got, err := listedRoots(""); err != nil || len(got) != 0 {
		t.Errorf("an empty list: %+v, %v", got, err)
	}
	if _, err := listedRoots("p/A.java\x00/w/src/q/A.java\x00"); err == nil {
		t.Error("a file that is not where its package would have it is accepted")
	}
}
