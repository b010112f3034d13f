package driver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/javahome"
)

// hookCommand is what the hook in a build calls, once for each run of the compiler.
func (j *job) hookCommand() *cli.Command {
	return &cli.Command{
		Name:      "internal-instrument",
		Usage:     "instrument the source roots of one compilation: called by the hook in a build",
		UsageText: "jprof internal-instrument --hook FILE --module G:A --dir DIR --set SET --encoding NAME --level N -- ROOT...",
		Hidden:    true,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "hook", Required: true},
			&cli.StringFlag{Name: "module", Required: true},
			&cli.StringFlag{Name: "dir"},
			&cli.StringFlag{Name: "set", Required: true},
			&cli.StringFlag{Name: "encoding"},
			&cli.StringFlag{Name: "level"},
		},
		Action: func(c *cli.Context) error {
			set := setID{module: c.String("module"), name: c.String("set")}
			level, _ := javahome.ParseFeature(c.String("level")) // 0 where the build does not tell
			return j.instrumentSet(c.Context, c.String("hook"), set, c.String("encoding"), level, c.Args().Slice())
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

// exclusionsPath is where a run leaves, for the processes that the hook starts, what is not to be
// instrumented and why.
func exclusionsPath(hookFile string) string {
	return filepath.Join(filepath.Dir(hookFile), "exclude.json")
}

// instrumentSet instruments the source roots of a source set, writes its map, and prints the folders
// to compile in their place, one line each, in the order of the roots.
func (j *job) instrumentSet(ctx context.Context, hookFile string, set setID, encoding string, level int, paths []string) error {
	hook, err := buildtools.ReadHook(hookFile)
	if err != nil {
		return err
	}
	conf, err := readConfig(hook.Project)
	if err != nil {
		return err
	}
	exclude := exclusions{}
	if err := readJSON(exclusionsPath(hookFile), &exclude); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", exclusionsPath(hookFile), err)
	}
	var roots []instrument.Root
	for i, path := range paths {
		rel, ok := buildtools.Within(hook.Mirror, path)
		if !ok {
			return fmt.Errorf("%s: source root of %s is not in the copy of the project, %s", path, set.module, hook.Mirror)
		}
		if rel == "." {
			rel = ""
		}
		root := instrument.Root{Src: path, Dst: shadowPath(hook.Shadow, set, i), Rel: filepath.ToSlash(rel)}
		if err := conf.leaveIn(root.Src, root.Rel, exclude); err != nil {
			return err
		}
		roots = append(roots, root)
	}
	_, err = writeTree(ctx, mapPath(hook.Maps, set), roots, instrument.Options{
		Module: set.module, SourceSet: set.name, Encoding: encoding, Level: level, CountsDir: hook.Counts, Exclude: exclude,
	})
	if err != nil {
		return fmt.Errorf("instrumenting %s (%s): %w", set.module, set.name, err)
	}
	for _, root := range roots {
		if _, err := fmt.Fprintln(j.env.Stdout, root.Dst); err != nil {
			return err
		}
	}
	return nil
}
