package collapsed

import (
	"bufio"
	"io"
	"slices"
	"strconv"

	"jprof/report/times"
)

// WriteTimes writes a line for each stack of a run whose number in the metric is not 0. Frames are
// pkg.Class.method(Type):LINE. Executions belong to lines, which have no callers.
func WriteTimes(w io.Writer, m *times.Model, by times.Metric) error {
	b := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for entry := range m.Entries() {
		if entry.Values[by] == 0 {
			continue
		}
		line = line[:0]
		for _, f := range slices.Backward(entry.Frames) {
			if len(line) > 0 {
				line = append(line, ';')
			}
			line = append(line, frame(f.Name())...)
			if f.Line > 0 {
				line = strconv.AppendInt(append(line, ':'), int64(f.Line), 10)
			}
		}
		line = strconv.AppendUint(append(line, ' '), entry.Values[by], 10)
		if _, err := b.Write(append(line, '\n')); err != nil {
			break
		}
	}
	return flush(b)
}
