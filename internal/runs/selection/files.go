package selection

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/util/git"
	"jprof/internal/util/lineends"
	"jprof/report/tests/change"
)

// Untold returns hashes of files of a project, for runs.Run.Files. These are files that the build reads and whose
// content does not follow from the commit of the run. A file that may have changed since the run started has a hash
// that no file can have.
func Untold(dir string, run *runs.Run, maps []*probe.Set, read []string) (map[string]string, error) {
	known := map[string]bool{}
	for _, set := range maps {
		for _, p := range set.Packages {
			for _, f := range p.Files {
				known[f.Path] = true
			}
		}
	}
	names := read
	if run.Commit != nil {
		var err error
		if names, err = notIn(dir, run.Commit.ID, read); err != nil {
			return nil, err
		}
		names = append(names, run.Commit.Dirty...)
	}
	hashes := map[string]string{}
	for _, name := range names {
		if _, none := kindOf(name); none || known[name] {
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		hash, err := hashOf(file)
		if err != nil {
			return nil, err
		}
		if info, err := os.Lstat(file); err == nil && info.ModTime().After(run.Started) {
			hash = "changed"
		}
		hashes[name] = hash
	}
	return hashes, nil
}

// notIn returns the names that a commit does not have, because the files are untracked or Git ignores them.
func notIn(dir, commit string, names []string) ([]string, error) {
	blobs, err := git.BlobsOf(dir, commit)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return blobs[name] != "" }), nil
}

// gone is the hash of a file that does not exist.
const gone = ""

// hashOf returns the SHA-256 of a file, or of the target of a link. For a folder, which is a repository in the tree, it
// is the hash of an empty text. A file that is small enough to be a source is hashed with LF at the end of each line,
// and the settings of jprof without those that no test can depend on: see settings.ForTests.
func hashOf(file string) (string, error) {
	info, err := os.Lstat(file)
	if err != nil {
		if os.IsNotExist(err) {
			return gone, nil
		}
		return "", err
	}
	h := sha256.New()
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(file)
		if err != nil {
			return "", err
		}
		io.WriteString(h, "link "+target) // a hash takes everything
	case info.Mode().IsRegular() && info.Size() <= runs.MaxSource:
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if filepath.Base(file) == ownSettings {
			if text = settings.ForTests(text); text == nil {
				return gone, nil
			}
		}
		h.Write(lineends.Unix(text))
	case info.Mode().IsRegular():
		f, err := os.Open(file)
		if err != nil {
			return "", err
		}
		defer f.Close()
		if _, err := io.Copy(h, f); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// kindOf returns the kind of a change of a file that is not a Java source of the run. none is true if neither builds
// nor tests read such a file.
func kindOf(name string) (kind change.Kind, none bool) {
	base, ext := path.Base(name), strings.ToLower(path.Ext(name))
	top, _, nested := strings.Cut(name, "/")
	inSources := strings.HasPrefix(name, "src/main/") || strings.HasPrefix(name, "src/test/") ||
		strings.Contains(name, "/src/") || strings.Contains(name, "/resources/")
	switch {
	case buildFiles[base], ext == ".gradle", strings.HasSuffix(base, ".gradle.kts"),
		strings.HasSuffix(base, ".lockfile"),
		top == ".mvn" || strings.Contains(name, "/.mvn/"), top == "gradle" && nested, top == "buildSrc" && nested,
		strings.HasSuffix(name, "/gradle/libs.versions.toml"), strings.Contains(name, "/gradle/wrapper/"):
		return change.Build, false
	case ext == ".java":
		return change.Uncompiled, false
	case foreign[ext]:
		return change.Foreign, false
	case nested && (top == ".github" || top == ".gitlab" || top == ".circleci" || top == ".idea" || top == ".vscode" ||
		top == ".settings"), strings.HasPrefix(name, "src/site/"), strings.HasPrefix(name, "src/changes/"):
		return 0, true
	case !inSources && (ignored[ext] || unread[base] || unread[ext] || strings.HasPrefix(base, "LICENSE") ||
		strings.HasPrefix(base, "NOTICE") || strings.HasPrefix(base, "RELEASE-NOTES") ||
		strings.HasPrefix(base, "README") || strings.HasPrefix(base, "CHANGES")):
		return 0, true
	}
	return change.Resource, false
}

var buildFiles = map[string]bool{"pom.xml": true, "gradle.properties": true, "jprof.yaml": true, "mvnw": true,
	"mvnw.cmd": true, "gradlew": true, "gradlew.bat": true, "maven.config": true, "jvm.config": true,
	"extensions.xml": true, "toolchains.xml": true, "build.xml": true, "lombok.config": true}

// foreign has the extensions of sources in other languages, and of sources from which Java is generated.
var foreign = map[string]bool{".kt": true, ".kts": true, ".groovy": true, ".scala": true, ".clj": true, ".aj": true,
	".g4": true, ".g": true, ".jj": true, ".jjt": true, ".proto": true, ".xjb": true, ".wsdl": true, ".avsc": true,
	".thrift": true}

// ignored has the extensions of files that tools and systems write for themselves.
var ignored = map[string]bool{".iml": true, ".log": true, ".swp": true, ".ds_store": true, ".pid": true}

// unread has names and extensions of files for people and for Git.
var unread = map[string]bool{".md": true, ".adoc": true, ".rst": true, ".gitignore": true, ".gitattributes": true,
	".mailmap": true, ".editorconfig": true, "CODEOWNERS": true, ".travis.yml": true, ".gitlab-ci.yml": true,
	"Jenkinsfile": true, ".asf.yaml": true, ".gitmodules": true, ".git-blame-ignore-revs": true}
