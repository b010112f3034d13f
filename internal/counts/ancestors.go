package counts

import (
	"os"
	"time"
)

// stepJVMs are the JVMs of test steps, by PID. A JVM that one of them has started without its environment does not know
// the folder of the step, and writes to the folder for JVMs of no step.
type stepJVMs map[uint64][]stepJVM

// stepJVM is a JVM of a test step. No other process has its PID between from and to.
type stepJVM struct {
	from, to time.Time
	step     string
}

// add adds the JVM that wrote a file.
func (j *stepJVMs) add(path, step string, f *File) {
	info, err := os.Stat(path)
	if err != nil || f.PID == 0 {
		return
	}
	if *j == nil {
		*j = stepJVMs{}
	}
	(*j)[f.PID] = append((*j)[f.PID], stepJVM{f.Start, info.ModTime(), step}) // it writes until it ends
}

// stepOf returns the step of the nearest ancestor of the JVM that wrote a file, "" for none. An ancestor was alive when
// the JVM began to count.
func (j stepJVMs) stepOf(f *File) string {
	for _, pid := range f.Ancestors {
		for _, a := range j[pid] {
			if !f.Start.Before(a.from) && !f.Start.After(a.to) {
				return a.step
			}
		}
	}
	return ""
}
