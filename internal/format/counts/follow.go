package counts

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Written is the count file of a JVM as it was when its folder was listed.
type Written struct {
	Stem    string // its path without the extension
	Ended   bool   // the JVM has written all its counts, and the file has its final name
	Size    int64
	ModTime time.Time
}

// Path returns the path of the file.
func (w Written) Path() string {
	if w.Ended {
		return w.Stem + wholeSuffix
	}
	return w.Stem + partSuffix
}

// Stream returns the path of the file with the JVM's counts by test, if it writes one: see package testcounts.
func (w Written) Stream() string { return w.Stem + TestsSuffix }

// Gone reports whether the process of the JVM has ended. known is false if the file name has no PID.
func (w Written) Gone() (gone, known bool) {
	pid := pidOf(w.Stem)
	return pid != 0 && !lives(pid), pid != 0
}

// List lists the count files in the folder dir and in the folders in it, which are those of test steps. It is for
// callers that follow JVMs while they run. A folder that does not exist has no files.
func List(dir string) ([]Written, error) {
	files, folders, err := list(dir)
	for _, folder := range folders {
		more, _, inFolder := list(filepath.Join(dir, folder))
		files = append(files, more...)
		err = errors.Join(err, inFolder)
	}
	return files, err
}

// list lists the count files in a folder, and the folders in it.
func list(dir string) (files []Written, folders []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	last := map[string]int{} // index in files, by stem: for a moment, a JVM that ends has both files
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, e.Name())
			continue
		}
		stem, ended := strings.CutSuffix(e.Name(), wholeSuffix)
		if !ended {
			var isPart bool
			if stem, isPart = strings.CutSuffix(e.Name(), partSuffix); !isPart {
				continue
			}
		}
		info, err := e.Info()
		if err != nil { // the file was renamed meanwhile: the next call lists it
			continue
		}
		w := Written{filepath.Join(dir, stem), ended, info.Size(), info.ModTime()}
		if i, both := last[stem]; !both {
			last[stem] = len(files)
			files = append(files, w)
		} else if ended {
			files[i] = w
		}
	}
	return files, folders, err
}
