package counts

import (
	"os"
	"time"
)

// kin is the JVMs of test steps, by the numbers of their processes. A JVM that one of them has started without its environment
// does not know the folder of the step, and writes to that of all.
type kin map[uint64][]relative

// relative is a JVM of a step. There is no other process of its number between from and to.
type relative struct {
	from, to time.Time
	step     string
}

// add takes in the JVM of a file.
func (k *kin) add(path, step string, f *File) {
	info, err := os.Stat(path)
	if err != nil || f.PID == 0 {
		return
	}
	if *k == nil {
		*k = kin{}
	}
	(*k)[f.PID] = append((*k)[f.PID], relative{f.Start, info.ModTime(), step}) // it writes until it ends
}

// stepOf is the step of the JVM that has started the one of a file, or one of those in between; "" where there is none.
// Ancestors were alive when the JVM began to count.
func (k kin) stepOf(f *File) string {
	for _, pid := range f.Ancestors {
		for _, r := range k[pid] {
			if !f.Start.Before(r.from) && !f.Start.After(r.to) {
				return r.step
			}
		}
	}
	return ""
}
