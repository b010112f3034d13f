// Package shadow writes shadow trees, which are instrumented copies of source roots. A compiler reads them in place of
// the sources. Each source set has a map. The package applies the setting skip and names the files; package instrument
// inserts the counters.
//
// A hook in a build starts jprof internal-instrument for each compilation. Type Hooked is the source set of such a
// compilation. Type Folder has sources without a build tool, as for jprof run. Input returns roots and options for a
// source set that build files declare.
package shadow

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/java/jdks"
	"jprof/internal/settings"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/version"
)

// ID names a source set of a build.
type ID struct{ Module, Name string }

// FileName returns a name for files and folders. No other source set has this name, if the file system distinguishes
// case.
func (s ID) FileName() string {
	if s.Module == "" {
		return fileName(s.Name)
	}
	return fileName(s.Module) + "-" + fileName(s.Name)
}

// fileName turns an ID into a part of a file name. Unusual characters become % and their code, so that the usual ID,
// groupId:artifactId, stays legible. File systems take names of 255 bytes: a longer part ends with a hash.
func fileName(id string) string {
	const longest, kept = 100, 70
	name := escaped(id)
	if len(name) <= longest {
		return name
	}
	hash := sha256.Sum256([]byte(id))
	return name[:kept] + "-" + hex.EncodeToString(hash[:8])
}

func escaped(id string) string {
	var b strings.Builder
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.' && i > 0, c == '_':
			b.WriteByte(c)
		case c == '-':
			b.WriteByte(c)
		case c == ':':
			b.WriteByte('+')
		default:
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

// MapPath returns the path of the map of a source set. The folder is that of the maps of a build or of a run.
func MapPath(maps string, s ID) string { return filepath.Join(maps, s.FileName()+".map") }

// shadowPath returns the folder for the instrumented copy of a source root. index is the index of the root.
func shadowPath(shadow string, s ID, index int) string {
	return filepath.Join(shadow, fileName(s.Module), fileName(s.Name), strconv.Itoa(index))
}

// SkipsPath returns the path of the file that lists the code to compile without counters, and the reasons. The
// processes that a hook starts read it.
func SkipsPath(hookFile string) string {
	return filepath.Join(filepath.Dir(hookFile), "skip.json")
}

// FromHome returns path relative to the folder of the project, with slashes, as maps and settings name it. It returns
// "" for the folder itself. For a part of the build that is beside the project, the result starts with "../".
func FromHome(home, path string) string {
	rel, err := filepath.Rel(home, path)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// keptPath returns the path of the file with results that are used when the source set is instrumented the next time.
func keptPath(shadow string, s ID) string { return filepath.Join(shadow, s.FileName()+".kept") }

// WriteSet calls Write for a source set of a build. Its instrumented copies are in the folder shadow, and so are its
// kept results: sources that have not changed since the last time are not instrumented again.
func WriteSet(ctx context.Context, maps, shadow string, roots []instrument.Root,
	o instrument.Options) (*instrument.Result, error) {
	s := ID{o.Module, o.SourceSet}
	mapPath, kept := MapPath(maps, s), keptPath(shadow, s)
	o.Kept = instrument.OpenKept(kept, mapPath)
	result, err := Write(ctx, mapPath, roots, o)
	if err != nil {
		return nil, err
	}
	content, err := o.Kept.Bytes()
	if err != nil {
		return nil, err
	}
	return result, atomicfile.WriteBytes(kept, content)
}

// garbage limits the garbage while sources are instrumented, in percent of the memory in use (GOGC). The usual value of
// 100 takes a fifth more processor time; 400 takes about 30 MB more memory.
const garbage = 400

// Write instruments roots and writes their map to the file mapPath, in one step.
func Write(ctx context.Context, mapPath string, roots []instrument.Root,
	o instrument.Options) (*instrument.Result, error) {
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	}
	if err := os.MkdirAll(filepath.Dir(mapPath), 0o777); err != nil {
		return nil, err
	}
	var result *instrument.Result
	err := atomicfile.Write(mapPath, func(out io.Writer) error {
		w, err := probe.NewWriter(out, version.String(), o.Module, o.SourceSet)
		if err != nil {
			return err
		}
		if result, err = instrument.Tree(ctx, roots, o, w); err != nil {
			return err
		}
		return w.Close()
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

// Input returns the arguments of instrument.Tree for a source set that build files declare. The copies have the same
// relative paths below the folder to. Sources that the setting skip names get no counters.
func Input(
	c settings.Settings, set buildtools.SourceSet, project buildtools.Project, to string, skip map[string]string,
) ([]instrument.Root, instrument.Options, error) {
	level, _ := jdks.ParseFeature(set.Level) // 0 if the build sets none
	options := instrument.Options{
		Module: set.Module.ID, SourceSet: set.Name, Encoding: set.Encoding, Level: level, Skip: maps.Clone(skip),
	}
	var roots []instrument.Root
	for _, rel := range set.Roots {
		path := filepath.FromSlash(rel)
		root := instrument.Root{Src: filepath.Join(project.Root, path), Dst: filepath.Join(to, path),
			Compiled: set.Compiled}
		root.Rel = FromHome(project.Home, root.Src)
		if set.Files != nil {
			root.Only = map[string]bool{}
		}
		for _, f := range set.Files {
			if f.Root == rel {
				addListed(root.Only, f.Path)
			}
		}
		if err := c.SkipIn(root.Src, root.Rel, options.Skip); err != nil {
			return nil, options, err
		}
		roots = append(roots, root)
	}
	return roots, options, nil
}
