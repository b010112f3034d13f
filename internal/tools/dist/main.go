// Command dist makes the files of a release from one Linux machine: for each system an archive with jprof and what
// belongs to it, packages for Debian and Red Hat, a Homebrew formula, a Scoop manifest, a container file, artifacts for
// repositories of Maven, and the checksums of all. The same commit gives the same bytes in any folder. It is a program
// for the development of jprof.
//
//	go run ./internal/tools/dist -o dist
//	go run ./internal/tools/dist -repository DIR
//
// With -repository it only deploys the artifacts to the repository in that folder, with the programs in bin.
//
// It needs a JDK and Maven for the agent, which make dist builds first, and Python, which brings the C compiler: zig,
// of a fixed version, into the cache folder of the user. docs/RELEASING.md has the steps of a release.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"jprof/internal/util/words"
)

// The sizes in bytes that the binaries may not exceed: that of jprof, and that of jprof-store, which has the drivers of
// three clouds.
const (
	maxBinary = 40_000_000
	maxStore  = 60_000_000
)

func main() {
	out := flag.String("o", "dist", "the folder of the files; it is made anew")
	only := flag.String("targets", "", "only these systems, such as linux/amd64,windows/amd64")
	version := flag.String("version", "", "the version, if not that of the tag of the commit")
	repository := flag.String("repository", "", "only deploy the artifacts of this system to this `FOLDER`")
	bin := flag.String("bin", "bin", "the folder of the programs that -repository takes")
	key := flag.String("key", "", "the key of GnuPG that signs artifacts")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "dist: no arguments, only options; -h lists them")
		os.Exit(2)
	}
	var err error
	if *repository != "" {
		err = local(*repository, *bin, *key)
	} else {
		err = dist(*out, *only, *version, *key)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// dist makes the files of a release in the folder out.
func dist(out, only, version, key string) error {
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	r, err := newRelease(version)
	if err != nil {
		return err
	}
	compiler, err := installZig()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "jprof-dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	fmt.Printf("jprof %s, %s, to %s\n", r.Version, words.Plural(len(chosen), "system"), out)
	texts, err := r.texts(work)
	if err != nil {
		return err
	}
	for _, t := range chosen {
		if err := r.makeTarget(t, compiler, work, out, texts); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	if len(chosen) == len(targets) {
		if err := r.writeManifests(out); err != nil {
			return err
		}
	}
	if err := r.writeArtifacts(chosen, key, work, out); err != nil {
		return err
	}
	return writeChecksums(out)
}

// makeTarget makes the archive of one system, its list of parts, and its packages.
func (r release) makeTarget(t target, compiler zig, work, out string, texts []file) error {
	binary, store := t.paths(work)
	if err := r.compile(t, compiler, work, binary); err != nil {
		return err
	}
	if err := inspect(t, binary); err != nil {
		return err
	}
	size, err := sizeOf(binary, maxBinary)
	if err != nil {
		return err
	}
	if err := r.compileStore(t, store); err != nil {
		return err
	}
	if err := inspect(t, store); err != nil {
		return err
	}
	if _, err := sizeOf(store, maxStore); err != nil {
		return err
	}
	parts, err := partsOf(t, compiler)
	if err != nil {
		return err
	}
	sbom, err := r.sbom(t, parts)
	if err != nil {
		return err
	}
	files := append([]file{
		{name: t.binary(), from: binary, mode: 0o755},
		{name: t.store(), from: store, mode: 0o755},
		{name: "THIRD-PARTY.txt", text: thirdParty(t, parts), mode: 0o644},
		{name: "sbom.cdx.json", text: sbom, mode: 0o644},
	}, texts...)
	archive := filepath.Join(out, r.archiveName(t))
	if err := r.writeArchive(archive, t, files); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, r.folder(t)+".cdx.json"), sbom, 0o644); err != nil {
		return err
	}
	if t.os == "linux" {
		if err := r.writePackages(t, files, work, out); err != nil {
			return err
		}
	}
	fmt.Printf("  %-14s %4.1f MB, of %s\n", t, float64(size)/1e6, words.Plural(len(parts), "part"))
	return nil
}

// sizeOf returns the size of a binary in bytes, and an error if it is too large.
func sizeOf(binary string, most int64) (int64, error) {
	info, err := os.Stat(binary)
	if err != nil {
		return 0, err
	}
	if info.Size() > most {
		return 0, fmt.Errorf("the binary has %d bytes, the limit is %d: go version -m and go tool nm -size say why",
			info.Size(), most)
	}
	return info.Size(), nil
}

// output runs a program and returns what it prints. The error has all that it printed.
func output(env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		var missing *exec.Error
		if errors.As(err, &missing) {
			return nil, fmt.Errorf("%s is needed: %w", name, err)
		}
		return nil, fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, stdout.String(), stderr.String())
	}
	return stdout.Bytes(), nil
}

// host returns the target that this machine runs. Its binary writes the man page and the completions.
func host() target { return target{os: runtime.GOOS, arch: runtime.GOARCH} }
