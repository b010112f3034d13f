package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jprof/internal/jtest/trial"
)

// instrumentPart has the time for instrumenting the sources of all programs together.
type instrumentPart struct {
	Machine machine
	Files   int
	Bytes   int64
	Runs    []used
}

// instrumentAll instruments the sources of all programs in one call of jprof, once more than counted.
func (b *bench) instrumentAll(builds []*build, o options) error {
	part := &instrumentPart{Machine: b.machine()}
	dir := filepath.Join(b.dir, "instrument")
	all := filepath.Join(dir, "src")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for _, d := range builds {
		if err := os.CopyFS(filepath.Join(all, d.name), os.DirFS(d.path(plain, "src"))); err != nil {
			return err
		}
	}
	var err error
	if part.Files, part.Bytes, err = size(all, ".java"); err != nil {
		return err
	}
	for round := o.first(); round <= o.rounds; round++ {
		fmt.Fprintf(os.Stderr, "bench: round %d of %d: instrumenting all\n", round, o.rounds)
		out := filepath.Join(dir, "out")
		if err := os.RemoveAll(out); err != nil {
			return err
		}
		_, u, err := command(dir, clean(), b.jprof, "instrument", all, "-o", out, "--map", filepath.Join(dir, "map"))
		if err != nil {
			return err
		}
		if round > 0 {
			part.Runs = append(part.Runs, u)
		}
	}
	part.Machine.LoadAfter = load()
	b.results.Instrument = part
	return errors.Join(os.RemoveAll(dir), b.save())
}

func (p *instrumentPart) write(w *strings.Builder) {
	fmt.Fprintf(w, "## Instrumenting\n\n")
	p.Machine.write(w)
	mb := float64(p.Bytes) / 1e6
	var wall, cpu, speed, peak []float64
	for _, u := range p.Runs {
		wall, cpu = append(wall, u.Wall), append(cpu, u.CPU)
		speed, peak = append(speed, mb/u.Wall), append(peak, float64(u.Peak)/1e6)
	}
	fmt.Fprintf(w, "`jprof instrument` of the sources of all programs together: %d files, %.1f MB. Median "+
		"(least..greatest) of %d rounds.\n\n", p.Files, mb, len(p.Runs))
	fmt.Fprintf(w, "| wall, s | CPU, s | MB/s of wall time | peak resident memory, MB |\n| --- | --- | --- | --- |\n"+
		"| %v | %v | %v | %.0f |\n\n",
		spreadOf(wall), spreadOf(cpu), spreadOf(speed), trial.Median(peak))
	fmt.Fprintf(w, "`make bench-instrument` does the same with the sources of a JDK.\n\n")
}
