package ui

import (
	"crypto/rand"
	"encoding/hex"
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
)

// random returns n random bytes in hexadecimal. Nobody can guess them.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return hex.EncodeToString(b)
}

// Address returns the address of the page, with the token.
func (s *Server) Address() string { return s.guard.origin() + "/?token=" + s.guard.token }

// leadsTo is an HTML page from which the browser goes on to an address.
var leadsTo = template.Must(template.New("").Parse(`<!DOCTYPE html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url={{.}}">
<title>jprof</title>
<p><a href="{{.}}">Open jprof</a></p>
`))

// AddressFile writes an HTML file that leads a browser to the address of the page, and returns the path of the file.
// Only the user can read the file. A browser must not get the address on its command line, because all users of a
// machine can see command lines.
func (s *Server) AddressFile() (string, error) {
	var text strings.Builder
	if err := leadsTo.Execute(&text, s.Address()); err != nil {
		return "", err
	}
	path := filepath.Join(s.dir, "open.html")
	return path, os.WriteFile(path, []byte(text.String()), 0o600)
}

// ownFolder makes a folder for the files of a server, below that of all servers. Only the user can read it. It removes
// the folders of servers that were killed.
func ownFolder(env environ.Env) (*atomicfile.Own, error) {
	cache, err := env.MakeCache()
	if err != nil {
		return nil, err
	}
	parent := filepath.Join(cache, "ui")
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	if err := os.Chmod(parent, 0o700); err != nil { // it may have existed before
		return nil, err
	}
	const prefix = "server-"
	if err := atomicfile.RemoveOwn(parent, prefix, 0); err != nil {
		return nil, err
	}
	return atomicfile.NewOwn(parent, prefix)
}
