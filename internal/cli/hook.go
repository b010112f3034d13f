package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/javahome"
	"jprof/internal/settings"
)

// hookCommand is what the hook in a build calls, once for each run of the compiler.
func (j *job) hookCommand() *cli.Command {
	return &cli.Command{
		Name:  "internal-instrument",
		Usage: "instrument the source roots of one compilation: the hook in a build runs it",
		UsageText: `jprof internal-instrument --hook FILE --module ID --dir DIR --set SET --encoding NAME --level N -- ROOT...
jprof internal-instrument ... --list FILE --build DIR --to DIR --event FILE`,
		Hidden: true,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "hook", Required: true},
			&cli.StringFlag{Name: "module", Required: true},
			&cli.StringFlag{Name: "dir"},
			&cli.StringFlag{Name: "set", Required: true},
			&cli.StringFlag{Name: "encoding"},
			&cli.StringFlag{Name: "level"},
			&cli.StringFlag{Name: "list"},
			&cli.StringFlag{Name: "build"},
			&cli.StringFlag{Name: "to"},
			&cli.StringFlag{Name: "event"},
		},
		Action: func(c *cli.Context) error {
			level, _ := javahome.ParseFeature(c.String("level")) // 0 where the build does not tell
			s := hookedSet{
				setID: setID{module: c.String("module"), name: c.String("set")}, dir: c.String("dir"),
				encoding: c.String("encoding"), level: level,
			}
			if c.IsSet("list") {
				return s.instrumentFiles(c.Context, c.String("hook"), c.String("list"), c.String("build"), c.String("to"), c.String("event"))
			}
			return s.instrumentRoots(c.Context, c.String("hook"), c.Args().Slice(), j.env.Stdout)
		},
	}
}

// setID names a source set of a build.
type setID struct{ module, name string }

// fileName is a name for files and folders that no other source set has, on any file system that
// tells case apart.
func (s setID) fileName() string {
	if s.module == "" {
		return fileName(s.name)
	}
	return fileName(s.module) + "-" + fileName(s.name)
}

// fileName turns an ID into a file name: what is not usual in one becomes % and its code. The
// usual case, groupId:artifactId, stays legible.
func fileName(id string) string {
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

// mapPath is where the map of a source set is while a build runs.
func mapPath(maps string, s setID) string { return filepath.Join(maps, s.fileName()+".map") }

// shadowPath is where the instrumented copy of the source root with that index is.
func shadowPath(shadow string, s setID, index int) string {
	return filepath.Join(shadow, fileName(s.module), fileName(s.name), strconv.Itoa(index))
}

// skipsPath is the file that tells the processes of a hook what is compiled without counters, and why.
func skipsPath(hookFile string) string {
	return filepath.Join(filepath.Dir(hookFile), "skip.json")
}

// hookedSet is a source set as the hook in a build describes it.
type hookedSet struct {
	setID
	dir      string // of the module: slash path from the root of the project
	encoding string
	level    int // of the language, 0 where it is not known
}

// instrumentRoots instruments the source roots of a source set, writes its map, and prints the folders
// to compile in their place, one line each, in the order of the roots.
func (s hookedSet) instrumentRoots(ctx context.Context, hookFile string, paths []string, out io.Writer) error {
	hook, err := buildtools.ReadHook(hookFile)
	if err != nil {
		return err
	}
	var roots []instrument.Root
	for i, path := range paths {
		rel, ok := inMirror(hook, path)
		if !ok {
			return fmt.Errorf("%s: source root of %s is not in the copy of the project, %s", path, s.module, hook.Mirror)
		}
		roots = append(roots, instrument.Root{Src: path, Dst: shadowPath(hook.Shadow, s.setID, i), Rel: rel})
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

// inMirror is path relative to the project, as fromHome makes it, if it is in the copy.
func inMirror(hook buildtools.Hook, path string) (string, bool) {
	_, ok := buildtools.Within(hook.Mirror, path)
	return fromHome(hook.Home, path), ok
}

// fromHome is path as a slash path from the folder of the project, "" for that itself: that is what maps and settings call it.
// It starts with ../ for what belongs to the build and lies beside the project.
func fromHome(home, path string) string {
	rel, err := filepath.Rel(home, path)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// instrument writes the copies of the roots, and the map.
func (s hookedSet) instrument(ctx context.Context, hookFile string, hook buildtools.Hook, roots []instrument.Root) error {
	conf, err := settings.Read(hook.Project)
	if err != nil {
		return err
	}
	skip := skips{}
	if err := readJSON(skipsPath(hookFile), &skip); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", skipsPath(hookFile), err)
	}
	for _, root := range roots {
		if root.Plain {
			continue
		}
		if err := conf.SkipIn(root.Src, root.Rel, skip); err != nil {
			return err
		}
	}
	_, err = writeTree(ctx, mapPath(hook.Maps, s.setID), roots, instrument.Options{
		Module: s.module, SourceSet: s.name, Encoding: s.encoding, Level: s.level, CountsDir: hook.Counts, Skip: skip,
	})
	if err != nil {
		return fmt.Errorf("instrumenting %s (%s): %w", s.module, s.name, err)
	}
	return nil
}
