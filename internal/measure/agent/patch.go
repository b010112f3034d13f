package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
)

// The files in the folder of an instrumented JDK. The agent knows the names of those that PatchJdk writes.
const (
	patchJar     = "java.base.jar"
	patchRefused = "refused" // has the reason why there is no instrumented java.base; then there are no other files
)

// patch returns the folder of the instrumented java.base of a JDK, or the reason why the JDK has none. It makes the
// folder if it does not exist. If another process makes the folder, patch waits.
func (s store) patch(ctx context.Context, u *term.UI, j jdk, set Settings) (dir, refused string, err error) {
	dir = s.patchDir(j, set)
	if dir, refused, ok := patchIn(dir); ok {
		return dir, refused, nil
	}
	unlock, err := s.lock(ctx, dir)
	if err != nil {
		return "", "", err
	}
	defer unlock()
	if dir, refused, ok := patchIn(dir); ok {
		return dir, refused, nil
	}
	start := time.Now()
	progress := u.Progress("instrumenting the JDK, once per JDK")
	err = s.makePatch(ctx, j, dir, set.patchOptions())
	progress.Done()
	if err != nil {
		return "", "", err
	}
	dir, refused, _ = patchIn(dir)
	if refused == "" {
		u.Info("instrumenting the JDK, once per JDK: %.0f s", time.Since(start).Seconds())
	}
	return dir, refused, nil
}

// patchDir returns the path of the folder of the instrumented java.base of a JDK.
func (s store) patchDir(j jdk, set Settings) string {
	return filepath.Join(s.dir, "jdk-"+hash([]byte(j.key+strings.Join(set.patchOptions(), " "))))
}

// lock waits until no other process makes the folder dir.
func (s store) lock(ctx context.Context, dir string) (unlock func(), err error) {
	lock := flock.New(dir + ".lock")
	if _, err := lock.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return nil, fmt.Errorf("%s: %w", lock.Path(), err)
	}
	return func() { _ = lock.Unlock() }, nil // the lock ends with the process at the latest
}

// patchOptions returns the settings that change instrumented code, as arguments of PatchJdk.
func (set Settings) patchOptions() []string {
	options := []string{"blocks=exact"}
	if set.Blocks != "" {
		options[0] = "blocks=" + set.Blocks
	}
	if set.CallSites {
		options = append(options, "callSites=true")
	}
	return options
}

// patchIn reads the folder of a patch. ok is false if there is none; a folder that exists is complete.
func patchIn(dir string) (patch, refused string, ok bool) {
	if paths.IsFile(filepath.Join(dir, patchJar)) {
		return dir, "", true
	}
	reason, err := os.ReadFile(filepath.Join(dir, patchRefused))
	return "", strings.TrimSpace(string(reason)), err == nil
}

// makePatch makes the folder of a patch.
func (s store) makePatch(ctx context.Context, j jdk, dir string, options []string) error {
	stage, err := atomicfile.NewStage(dir)
	if err != nil {
		return err
	}
	defer stage.Close()
	tmp := stage.Path("patch")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		return err
	}
	// The program ends before the JVM's best compiler is worth its time: so it takes 2 s of CPU instead of 5 s. The
	// option is HotSpot's; JDKs with other JVMs were refused before.
	args := []string{"-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", s.jar, "jprof.agent.PatchJdk", tmp}
	args = append(args, options...)
	if out, err := run(ctx, j.java(), args); err != nil {
		return fmt.Errorf("instrumenting the JDK in %s: %w\n%s", j.home, err, bytes.TrimSpace(out))
	}
	// We know of no JDK that fails here. But if one does, it must not fail in the user's tests.
	if out, err := run(ctx, j.java(), append(patchOptions(tmp), "-version")); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := atomicfile.EmptyDir(tmp); err != nil {
			return err
		}
		first, _, _ := strings.Cut(string(bytes.TrimSpace(out)), "\n")
		reason := fmt.Sprintf("its JVM does not start with instrumented classes: %s (%v)", first, err)
		if err := os.WriteFile(filepath.Join(tmp, patchRefused), []byte(reason), 0o666); err != nil {
			return err
		}
	}
	return stage.Replace("patch")
}

// run runs a launcher without the options of the environment, and returns its output.
func run(ctx context.Context, java string, args []string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, java, args...)
	cmd.Env = plainEnviron(os.Environ())
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return out, errors.Join(ctx.Err(), err)
	}
	return out, err
}

// plainEnviron returns the environment vars without the variables from which JVMs take options.
func plainEnviron(vars []string) []string {
	var out []string
	for _, v := range vars {
		switch name, _, _ := strings.Cut(v, "="); name {
		case ToolVariable, "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH":
		default:
			out = append(out, v)
		}
	}
	return out
}
