package cli

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jprof/internal/jtest"
)

const (
	installer    = "../../../.ci/install.sh"
	testRelease  = "9.8.7"
	releasePath  = "/download/v" + testRelease + "/"
	checksumFile = "checksums.txt"
)

// releaseSystems are the systems that a release has an archive for.
var releaseSystems = []string{"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64"}

// release is a server with a release of jprof, laid out as on GitHub.
type release struct {
	*httptest.Server
	mu    sync.Mutex
	files map[string][]byte // by path
	asked []string          // paths
}

// newRelease serves a release whose executable is a shell script.
func newRelease(t *testing.T, script string) *release {
	r := &release{files: map[string][]byte{}}
	var sums strings.Builder
	for _, system := range releaseSystems {
		folder := "jprof-" + testRelease + "-" + system
		name, archive := folder+".tar.gz", tarred(t, folder+"/jprof", script)
		if strings.HasPrefix(system, "windows") {
			name, archive = folder+".zip", zipped(t, folder+"/jprof.exe", script)
		}
		r.files[releasePath+name] = archive
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(archive), name)
	}
	r.files[releasePath+checksumFile] = []byte(sums.String())
	r.files["/latest/download/"+checksumFile] = []byte(sums.String())
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *release) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, q.URL.Path)
	text, ok := r.files[q.URL.Path]
	if !ok {
		http.NotFound(w, q)
		return
	}
	w.Write(text) // the client sees it
}

// folder is a copy of the release on disk.
func (r *release) folder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a copy")
	for name, text := range r.files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func tarred(t *testing.T, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	packed := gzip.NewWriter(&b)
	files := tar.NewWriter(packed)
	err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text)), ModTime: time.Unix(1e9, 0)})
	if err == nil {
		_, err = io.WriteString(files, text)
	}
	for _, w := range []io.Closer{files, packed} {
		if err == nil {
			err = w.Close()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t *testing.T, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	files := zip.NewWriter(&b)
	w, err := files.Create(name)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = files.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sayVersion is the script that newRelease serves if jprof itself is not needed.
const sayVersion = "#!/bin/sh\necho jprof $1\n"

// install is a call of the installer on a system that need not be this one.
type install struct {
	release   *release
	dir       string // the working directory, a new one without it
	os, arch  string // the output of uname, that of this machine if empty
	without   []string
	env, args []string
	shell     string // sh without it
	busybox   string // the path of BusyBox, for a system that has nothing else
}

// run returns what the installer prints on both streams.
func (i *install) run(t *testing.T) (string, error) {
	t.Helper()
	if i.dir == "" {
		i.dir = t.TempDir()
	}
	tools := t.TempDir()
	for _, tool := range strings.Fields("sh bash curl wget sha256sum shasum openssl tar gzip unzip uname mktemp sed " +
		"mkdir rm mv cp chmod cat tail sleep") {
		if path, err := exec.LookPath(tool); err == nil && i.busybox == "" && !slices.Contains(i.without, tool) {
			if err := os.Symlink(path, filepath.Join(tools, tool)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if i.busybox != "" {
		for _, tool := range strings.Fields("sh wget sha256sum tar uname mktemp sed mkdir rm mv cp chmod cat tail") {
			if err := os.Symlink(i.busybox, filepath.Join(tools, tool)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if i.os != "" {
		os.Remove(filepath.Join(tools, "uname"))
		jtest.FakeTool(t, tools, "uname", "case $1 in -s) echo "+i.os+";; -m) echo "+i.arch+";; esac")
	}
	script, err := filepath.Abs(installer)
	if err != nil {
		t.Fatal(err)
	}
	shell := i.shell
	if shell == "" {
		shell = "sh"
	}
	cmd := exec.Command(filepath.Join(tools, shell), append([]string{script}, i.args...)...)
	cmd.Dir = i.dir
	path := tools
	for _, folder := range []string{"", "bin", "a folder/bin"} {
		path += ":" + filepath.Join(i.dir, folder)
	}
	cmd.Env = append([]string{"PATH=" + path, "JPROF_RELEASES=" + i.release.URL}, i.env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
