package layout

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"jprof/internal/util/atomicfile"
)

// Output receives the files of a report.
type Output interface {
	// Create starts a file, which the caller closes. name is a slash path below the folder of the report. Names that
	// differ only in case are not allowed. Several goroutines may create files and write to them at the same time.
	Create(name string) (io.WriteCloser, error)
}

// markerFile is in every folder that WriteDir made. WriteDir replaces no other folder.
const markerFile = ".jprof-report"

// WriteDir writes a report to the folder dir. The files go to a temporary folder beside it, which replaces dir when
// everything has succeeded. So a report that fails never replaces a good one. WriteDir refuses a folder with files that
// it has not made.
func WriteDir(dir string, write func(Output) error) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if err := replaceable(dir); err != nil {
		return err
	}
	stage, err := atomicfile.NewStage(dir)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	defer stage.Close()
	fresh := stage.Path("new")
	if err := os.Mkdir(fresh, 0o777); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := os.WriteFile(filepath.Join(fresh, markerFile), nil, 0o666); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := write(&dirOutput{root: fresh}); err != nil {
		return err
	}
	if err := stage.Replace("new"); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// replaceable returns an error if dir contains files and is not a report.
func replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, markerFile)); err != nil {
		return fmt.Errorf("%s: not replaced, as it is not empty and not a report of jprof", dir)
	}
	return nil
}

type dirOutput struct{ root string }

func (d *dirOutput) Create(name string) (io.WriteCloser, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, fmt.Errorf("report: file name %q leads out of the folder", name)
	}
	p := filepath.Join(d.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	f, err := os.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return f, nil
}
