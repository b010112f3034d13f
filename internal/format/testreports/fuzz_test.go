package testreports

import (
	"bytes"
	"testing"
)

// FuzzUnpack checks that what can be read can be written, and read again.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte(`<testsuites><testsuite module="m" name="s" tests="2" time="0.100"><testcase classname="C" name="t" ` +
		`time="0.050"><failure message="m">trace</failure></testcase><testcase name="u"><skipped/></testcase>` +
		`</testsuite></testsuites>`))
	f.Add([]byte(`<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "x">]><testsuite name="&a;"><testcase name="t"/>` +
		`</testsuite>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		suites, err := Unpack(bytes.NewReader(data))
		if err != nil {
			return
		}
		var packed bytes.Buffer
		if err := Pack(&packed, suites); err != nil {
			t.Fatal(err)
		}
		again, err := Unpack(&packed)
		if err != nil {
			t.Fatal(err)
		}
		var second, third bytes.Buffer
		if err := Pack(&second, again); err != nil {
			t.Fatal(err)
		}
		if again, err = Unpack(bytes.NewReader(second.Bytes())); err != nil {
			t.Fatal(err)
		}
		if err := Pack(&third, again); err != nil || !bytes.Equal(second.Bytes(), third.Bytes()) {
			t.Errorf("%v, got\n%s\nwant\n%s", err, third.Bytes(), second.Bytes())
		}
		if len(again) != len(suites) || len(suites) > 0 && len(again[0].Cases) != len(suites[0].Cases) {
			t.Errorf("%d suites, of %d", len(again), len(suites))
		}
	})
}
