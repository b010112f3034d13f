package agent

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
)

// imageName is the name of an image. Each image has a parent folder of its own, so that a lock can be beside that
// folder.
const imageName = "jdk"

// image returns a copy of a JDK in which options of the JVM are built in. It makes the copy if there is none. Without
// options the copy is plain. The java.base of the copy is instrumented, not that of the JDK, because jlink changes some
// of its classes.
func (s store) image(ctx context.Context, u *term.UI, j jdk, options []string) (jdk, error) {
	if j.feature < 9 {
		return jdk{}, term.Errorf("do without --jdk-image", "Java %d has no jlink, which makes a copy of a JDK",
			j.feature)
	}
	words := make([]string, len(options))
	for i, o := range options {
		words[i] = quote(o)
	}
	text := strings.Join(words, " ")
	home := filepath.Join(s.dir, "image-"+hash([]byte(j.key+text)), imageName)
	if paths.IsDir(home) {
		return inspect(home), nil
	}
	unlock, err := s.lock(ctx, filepath.Dir(home))
	if err != nil {
		return jdk{}, err
	}
	defer unlock()
	if paths.IsDir(home) {
		return inspect(home), nil
	}
	stage, err := atomicfile.NewStage(home)
	if err != nil {
		return jdk{}, err
	}
	defer stage.Close()
	progress := u.Progress("copying the JDK by jlink")
	defer progress.Done()
	made := stage.Path(imageName)
	args := []string{"--add-modules", j.linkable(), "--output", made}
	if text != "" {
		args = append(args, "--add-options="+text)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(j.home, "bin", "jlink"), args...)
	cmd.Env = plainEnviron(os.Environ())
	if out, err := cmd.CombinedOutput(); err != nil {
		return jdk{}, term.Errorf("do without --jdk-image", "jlink cannot copy the JDK in %s: %w\n%s", j.home, err,
			bytes.TrimSpace(out))
	}
	// The modules do not have the changes of the JDK's owner, such as trusted certificates.
	for _, dir := range []string{"conf", filepath.Join("lib", "security")} {
		if err := copyOver(filepath.Join(j.home, dir), filepath.Join(made, dir)); err != nil {
			return jdk{}, err
		}
	}
	if err := stage.Replace(imageName); err != nil {
		return jdk{}, err
	}
	return inspect(home), nil
}

// linkable returns the modules for jlink: all modules of the JDK, except those that a JDK without jmods cannot link.
func (j jdk) linkable() string {
	if paths.IsDir(filepath.Join(j.home, "jmods")) {
		return "ALL-MODULE-PATH"
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(j.modules), func(m string) bool {
		return m == "jdk.jlink" || m == "jdk.jpackage"
	}), ",")
}

// copyOver copies the files of a folder to another one. Links become files.
func copyOver(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("copying the JDK: %w", err)
		}
		return atomicfile.WriteBytes(filepath.Join(to, rel), data)
	})
}
