package twoways

import (
	"reflect"
	"strings"
	"testing"
)

const counts = `{"files": [{"path": "src/a/Main.java", "package": "a", "methods": [
	{"name": "Main::static {...}", "line": 2, "endLine": 2, "count": 1, "measured": true},
	{"name": "Main::{...}", "line": 3, "endLine": 3, "count": 2, "measured": true},
	{"name": "Main::Main()", "line": 4, "endLine": 4, "count": 1, "measured": true},
	{"name": "Main::Main(int)", "line": 5, "endLine": 5, "count": 2, "measured": true},
	{"name": "Main$1In::In(List<? super T>, T[], int...)", "line": 6, "endLine": 9, "count": 3, "measured": true},
	{"name": "Main::put(@Nullable java.util.Map<K, V>, T)", "line": 10, "endLine": 12, "count": 5, "measured": true},
	{"name": "Main::put(Object, Object)", "line": 14, "endLine": 16, "count": 6, "measured": true},
	{"name": "Main::never()", "line": 18, "endLine": 18, "count": 0, "measured": true},
	{"name": "Main::out()", "line": 19, "endLine": 19, "count": 9, "measured": false}]}]}`

const contexts = `{"format": "jprof-contexts", "totals": {"calls": 1}, "methods": [
	{"class": "a.Main", "name": "<clinit>", "descriptor": "()V", "line": 2},
	{"class": "a.Main", "name": "<init>", "descriptor": "()V", "line": 4},
	{"class": "a.Main", "name": "<init>", "descriptor": "(I)V", "line": 3},
	{"class": "a.Main$1In", "name": "<init>", "line": 6,
	 "descriptor": "(La/Main;Ljava/util/List;[Ljava/lang/Object;[I)V"},
	{"class": "a.Main", "name": "put", "descriptor": "(Ljava/util/Map;Ljava/lang/Object;)V", "line": 11},
	{"class": "a.Main", "name": "put", "descriptor": "(Ljava/lang/Object;Ljava/lang/Object;)V", "line": 15},
	{"class": "a.Main", "name": "put", "descriptor": "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
	 "line": 15, "synthetic": true}],
 "nodes": [{"thread": 0, "inclusive": {}},
	{"parent": 0, "method": 0, "exclusive": {"calls": 1}},
	{"parent": 1, "method": 1, "exclusive": {"calls": 1}},
	{"parent": 2, "method": 2, "exclusive": {"calls": 1}},
	{"parent": 0, "method": 2, "exclusive": {"calls": 1}},
	{"parent": 0, "method": 3, "exclusive": {"calls": 3}},
	{"parent": 0, "method": 4, "exclusive": {"calls": 5}},
	{"parent": 6, "method": 5, "exclusive": {"calls": 4}},
	{"parent": 7, "method": 5, "exclusive": {"calls": 2}},
	{"parent": 7, "method": 6, "exclusive": {"calls": 7}}]}`

func read(t *testing.T, counts, contexts string) ([]Method, []Called) {
	t.Helper()
	methods, err := ReadCounts(strings.NewReader(counts))
	if err != nil {
		t.Fatal(err)
	}
	called, err := ReadContexts(strings.NewReader(contexts))
	if err != nil {
		t.Fatal(err)
	}
	return methods, called
}

func TestCompare(t *testing.T) {
	methods, called := read(t, counts, contexts)
	r := Compare([][]Method{methods, methods}, called)
	if r.Compared != 8 || r.Called != 7 || r.Equal != 8 || len(r.Vary) > 0 || len(r.Differ) > 0 {
		t.Errorf("%+v", r)
	}
}

// A difference in either way to count is found, one between two runs with counters set aside.
func TestCompareDiffers(t *testing.T) {
	methods, called := read(t, counts, strings.Replace(contexts, `{"calls": 5}`, `{"calls": 50}`, 1))
	other, _ := read(t, strings.Replace(counts, `"count": 3`, `"count": 30`, 1), contexts)
	never, _ := read(t, strings.Replace(counts, `"count": 0`, `"count": 8`, 1), contexts)
	r := Compare([][]Method{methods, other}, called)
	if r.Equal != 6 || len(r.Vary) != 1 || len(r.Differ) != 1 || r.Vary[0].Methods[0].Class != "a.Main$1In" ||
		r.Differ[0].Calls != 50 || !reflect.DeepEqual(r.Differ[0].Counts, []uint64{5, 5}) {
		t.Errorf("%+v", r)
	}
	if r := Compare([][]Method{never}, called); len(r.Differ) != 2 || r.Differ[1].Counts[0] != 8 {
		t.Errorf("a method that the agent does not know: %+v", r)
	}
}

func TestReadContextsDamaged(t *testing.T) {
	for _, text := range []string{
		`{"nodes": [{"parent": 0, "method": 0}]}`,
		`{"methods": [{}], "nodes": [{"parent": 3, "method": 0}]}`,
		`{"methods": [{}], "nodes": [`,
	} {
		if _, err := ReadContexts(strings.NewReader(text)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}
