package bucket

import (
	"context"
	"net/url"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
)

// schemes lists the schemes of URLs of stores.
var schemes = []string{"file", "s3", "gs", "azblob"}

// IsURL reports whether a text names a store, by its scheme.
func IsURL(text string) bool {
	scheme, _, found := strings.Cut(text, "://")
	return found && slices.Contains(schemes, scheme)
}

// Place is the URL of a store.
type Place struct{ url url.URL }

// Parse reads the URL of a store. It returns the fragment of the URL apart, with its escapes. Credentials in a URL are
// refused, because URLs are shown by systems for CI, and kept in the history of shells.
func Parse(text string) (p Place, fragment string, err error) {
	base, fragment, _ := strings.Cut(text, "#")
	u, err := url.Parse(base)
	shown := Redact(text)
	switch {
	case err != nil || !slices.Contains(schemes, u.Scheme):
		return p, "", exit.Usagef("s3://BUCKET/FOLDER, gs://BUCKET/FOLDER, azblob://CONTAINER/FOLDER, "+
			"file:///FOLDER: docs/STORES.md", "%s is not the URL of a store", shown)
	case u.User != nil:
		return p, "", exit.Usagef("give credentials as the tools of the cloud do: docs/STORES.md",
			"%s: credentials do not belong into URLs", shown)
	case u.Scheme == "file" && !slices.Contains([]string{"", ".", "localhost"}, u.Host):
		return p, "", exit.Usagef("file://./"+u.Host+u.Path+" is relative to this folder, file:///"+u.Host+u.Path+
			" is not", "%s: a URL of a folder has three slashes, or a dot", shown)
	case u.Scheme == "file" && u.RawQuery != "":
		return p, "", exit.Usagef("", "%s: a URL of a folder has no parameters", shown)
	case u.Scheme != "file" && u.Host == "":
		return p, "", exit.Usagef("", "%s: the name of the bucket is missing", shown)
	case u.Scheme == "file" && strings.Trim(u.Path, "/") == "":
		return p, "", exit.Usagef("", "%s: the folder is missing", shown)
	}
	return Place{*u}, fragment, nil
}

// String returns the URL without its parameters.
func (p Place) String() string {
	u := p.url
	u.RawQuery, u.ForceQuery = "", false
	return u.String()
}

// dir returns the folder of a URL of the scheme file.
func (p Place) dir(env environ.Env) string {
	name := p.url.Path
	if p.url.Host == "." || runtime.GOOS == "windows" {
		name = strings.TrimPrefix(name, "/")
	}
	return env.Path(filepath.FromSlash(name))
}

// Open opens a store. Operations are tried again after transient errors.
func Open(ctx context.Context, env environ.Env, p Place) (Bucket, error) {
	if p.url.Scheme == "file" {
		return retrying{folder{p.dir(env)}, sleep}, nil
	}
	b, err := startProgram(ctx, env, p)
	if err != nil {
		return nil, err
	}
	return retrying{b, sleep}, nil
}

// secrets matches values in URLs, and in messages of the drivers, that give access to a store.
var secrets = regexp.MustCompile(`(?i)([?&;\s"](?:[a-z0-9_.-]*(?:sig|signature|token|secret|password|passwd|` +
	`credential|accountkey|access_?key|sas)[a-z0-9_.-]*|[a-z0-9_.-]*key)=)[^&;\s"#]+`)

// userinfo matches the part of a URL before its host.
var userinfo = regexp.MustCompile(`([a-zA-Z][a-zA-Z0-9+.-]*://)[^/?#@\s]+@`)

// Redact replaces credentials in a text, as far as they can be recognised: users and passwords of URLs, and parameters
// such as signatures and tokens.
func Redact(text string) string {
	text = userinfo.ReplaceAllString(text, "${1}…@")
	return secrets.ReplaceAllString(text, "${1}…")
}
