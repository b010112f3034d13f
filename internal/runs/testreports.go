package runs

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"jprof/internal/format/testreports"
	"jprof/internal/util/regular"
)

// TestReportsDir is the folder of a run with the test reports of the build.
const TestReportsDir = "test-reports"

// reportsFile ends the names of files in a merged run. Each of these files has the test reports of one of the merged
// runs.
const reportsFile = "reports"

// maxReports limits the test reports of a run in a merged run, in bytes.
const maxReports = 1 << 30

// TestReports reads the test reports of a run, or of the runs in a merged one, as far as the reports are on this
// machine. dir is the folder of the run, "" if it has none. problems are the errors for reports that cannot be read.
func (s Store) TestReports(r Run, dir string) (suites []testreports.Suite, problems []error) {
	if len(r.Parts) == 0 && dir != "" {
		return testreports.Read(filepath.Join(dir, TestReportsDir))
	}
	for _, part := range r.Parts {
		list, errs := s.reportsOf(part, dir)
		suites, problems = append(suites, list...), append(problems, errs...)
	}
	return suites, problems
}

// reportsOf reads the test reports of a run that is part of the merged run in the folder dir. It reads the reports that
// Merge has kept. If there are none, it reads the reports of the run in the store.
func (s Store) reportsOf(part Run, dir string) ([]testreports.Suite, []error) {
	data, err := regular.ReadUpTo(partFile(dir, part.ID, reportsFile), maxReports)
	if errors.Is(err, fs.ErrNotExist) {
		return testreports.Read(filepath.Join(s.RunDir(part.ID), TestReportsDir))
	}
	var list []testreports.Suite
	if err == nil {
		list, err = testreports.Unpack(bytes.NewReader(data))
	}
	if err != nil {
		return list, []error{err}
	}
	return list, nil
}

// writeReports writes the test reports of a run to the folder dir of a merged run, if there are some. Reports that
// cannot be read are omitted.
func (l leaf) writeReports(dir string) error {
	read := l.from.Store.TestReports
	if len(l.from.Parts) > 0 {
		read = l.from.Store.reportsOf
	}
	suites, _ := read(l.Run, l.from.Dir)
	if len(suites) == 0 {
		return nil
	}
	var file bytes.Buffer
	if err := testreports.Pack(&file, suites); err != nil {
		return err
	}
	return os.WriteFile(partFile(dir, l.ID, reportsFile), file.Bytes(), 0o666)
}
