package main

import (
	"bufio"
	"strings"
	"testing"
)

// said reads lines of a runner: fields with | in place of tabs.
func said(t *testing.T, lines string) *outcome {
	t.Helper()
	o := &outcome{Ended: ""}
	if broken := o.read(bufio.NewScanner(strings.NewReader(strings.ReplaceAll(lines, "|", "\t"))), &watch{},
		nil); broken != "" {
		t.Fatal(broken)
	}
	return o
}

// plain are tests that pass without a change.
func plain(names ...string) *baseline {
	b := &baseline{}
	for _, name := range names {
		b.Tests = append(b.Tests, test{ID: name, Class: "A", Method: name})
	}
	return b
}

// failures lists the failed tests, as "ID status".
func failures(f *fullRun) string {
	var list []string
	for _, x := range f.Failed {
		list = append(list, x.ID+" "+x.Status)
	}
	return strings.Join(list, ", ")
}

func TestCompared(t *testing.T) {
	b := plain("one", "two", "two (2)", "three", "four", "five")
	b.Excluded = []excluded{{test: test{ID: "flaky", Class: "A", Method: "flaky"}}}
	full := b.compared(said(t, `start|one|A|one|
end|one|passed|5|
start|two|A|two|
end|two|failed|5|wrong
start|two|A|two|
end|two|passed|5|
start|flaky|A|flaky|
end|flaky|failed|5|
start|four[1]|A|four|
end|four[1]|failed|5|
start|other|A|other|
end|other|failed|5|
start|five|A|five|
end|five|aborted|5|
container|A|A|set-up
done`))
	if got := failures(full); got != "two failed, three not run, four not run, five aborted, four[1] new, failed" {
		t.Errorf("got %s", got)
	}
	if full.Failed[1].Why != "set-up" || full.Failed[0].Why != "wrong" || full.Unknown != 0 {
		t.Errorf("got %+v", full)
	}
}

func TestComparedWithKilledJVM(t *testing.T) {
	b := plain("one", "two", "three")
	o := said(t, "start|one|A|one|\nend|one|passed|5|\nstart|two|A|two|")
	o.Ended = "it hangs, and was killed"
	full := b.compared(o)
	if got := failures(full); got != "two under way" || full.Unknown != 1 {
		t.Errorf("got %s, %d unknown", got, full.Unknown)
	}
	o = said(t, "start|one|A|one|\nend|one|passed|5|")
	o.Ended = "the JVM ended: exit status 3"
	full = b.compared(o) // in the set-up of the next one
	if got := failures(full); got != "two under way" || full.Unknown != 1 {
		t.Errorf("between tests: got %s, %d unknown", got, full.Unknown)
	}
}
