package shadow

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/settings"
	"jprof/internal/util/antpattern"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
)

// Hooked is a source set as the hook in a build describes it.
type Hooked struct {
	ID
	Dir      string // of the module: slash path from the root of the project
	Encoding string
	Level    int    // of the language, 0 if it is not known
	Classes  string // the folder of its class files, "" if it is not known
	Kind     probe.Kind
	Written  string            // the folder that annotation processors write sources to, for Files
	Compiled antpattern.Filter // matches the sources for the compiler, by paths below the roots
}

// Roots instruments the source roots of a source set, writes its map, and prints the folders to compile instead of the
// roots. Each folder is on a line of its own, in the order of the roots.
func (s Hooked) Roots(ctx context.Context, hookFile string, paths []string, out io.Writer) error {
	hook, err := buildtools.ReadHookFile(hookFile)
	if err != nil {
		return err
	}
	var roots []instrument.Root
	for i, path := range paths {
		rel, ok := inMirror(hook, path)
		if !ok {
			return fmt.Errorf("%s: source root of %s is not below the copy of the project, %s", path, s.Module,
				hook.Mirror)
		}
		roots = append(roots, instrument.Root{Src: path, Dst: shadowPath(hook.Shadow, s.ID, i), Rel: rel,
			Compiled: s.Compiled})
	}
	if err := s.instrument(ctx, hookFile, hook, roots); err != nil {
		return err
	}
	for _, root := range roots {
		if _, err := fmt.Fprintln(out, root.Dst); err != nil {
			return err
		}
	}
	return nil
}

// inMirror returns path relative to the project, in the form of FromHome. It returns false if path is not in the copy.
func inMirror(hook buildtools.HookFile, path string) (string, bool) {
	_, ok := paths.Within(hook.Mirror, path)
	return FromHome(hook.Home, path), ok
}

// instrument writes the copies of the roots, and the map.
func (s Hooked) instrument(ctx context.Context, hookFile string, hook buildtools.HookFile,
	roots []instrument.Root) error {
	conf, err := settings.Read(hook.Project)
	if err != nil {
		return err
	}
	skip := map[string]string{}
	if err := atomicfile.ReadJSON(SkipsPath(hookFile), &skip); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, root := range roots {
		if root.Plain {
			continue
		}
		if err := conf.SkipIn(root.Src, root.Rel, skip); err != nil {
			return err
		}
	}
	if err := probe.WriteKind(MapPath(hook.Maps, s.ID), s.Kind); err != nil {
		return err
	}
	counts := hook.Counts
	if hook.Shipped != "" {
		counts = ""
	}
	result, err := WriteSet(ctx, hook.Maps, hook.Shadow, roots, instrument.Options{
		Module: s.Module, SourceSet: s.Name, Encoding: s.Encoding, Level: s.Level, CountsDir: counts, Skip: skip,
		Program: hook.Version,
	})
	if err != nil {
		return fmt.Errorf("instrumenting %s (%s): %w", s.Module, s.Name, err)
	}
	return s.note(hookFile, result.Long)
}
