package page

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"jprof/internal/atomicfile"
	"jprof/internal/environ"
)

// random is a text that nobody can guess: n random bytes in hexadecimal.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return hex.EncodeToString(b)
}

// Address is the address of the page, with the token.
func (s *Server) Address() string { return s.guard.origin() + "/?token=" + s.guard.token }

// leadsTo is a page that leads to an address.
var leadsTo = template.Must(template.New("").Parse(`<!DOCTYPE html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url={{.}}">
<title>jprof</title>
<p><a href="{{.}}">Open jprof</a></p>
`))

// AddressFile writes a file for browsers to open, which leads to the address, and returns its path. Only the user can
// read it. A browser must not be given the address itself: all users of a machine can see command lines.
func (s *Server) AddressFile() (string, error) {
	var text strings.Builder
	if err := leadsTo.Execute(&text, s.Address()); err != nil {
		return "", err
	}
	path := filepath.Join(s.dir, "open.html")
	return path, os.WriteFile(path, []byte(text.String()), 0o600)
}

// uiFolder makes the folder of the cache for the files of all servers, which only the user can read.
func uiFolder(env environ.Env) (string, error) {
	cache, err := env.MakeCache()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "ui")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o700) // it may be there
}

// ownFolder makes a folder for the files of a server, until release is called. It removes those of servers that were
// killed.
func ownFolder(env environ.Env) (dir string, release func() error, err error) {
	parent, err := uiFolder(env)
	if err != nil {
		return "", nil, err
	}
	const prefix = "server-"
	old, err := filepath.Glob(filepath.Join(parent, prefix+"*"))
	if err != nil {
		return "", nil, err
	}
	for _, dir := range old {
		lock := flock.New(filepath.Join(dir, "lock"), flock.SetFlag(os.O_RDWR)) // not one that is being made
		if free, err := lock.TryLock(); err == nil && free {
			if err := atomicfile.RemoveLocked(dir, lock); err != nil {
				return "", nil, err
			}
		}
	}
	if dir, err = os.MkdirTemp(parent, prefix); err != nil {
		return "", nil, err
	}
	lock := flock.New(filepath.Join(dir, "lock"), flock.SetPermissions(0o600))
	if _, err := lock.TryLock(); err != nil {
		return "", nil, fmt.Errorf("%s: %w", lock.Path(), err)
	}
	return dir, func() error { return atomicfile.RemoveLocked(dir, lock) }, nil
}
