package maven_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/buildtools"
	"jprof/internal/jtest"
)

// TestMain makes the test binary the jprof that the Maven extension calls.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "internal-instrument" {
		if err := standIn(os.Args[2:], os.Getenv("JPROF_STAND_IN")); err != nil {
			fmt.Fprintln(os.Stderr, "stand-in:", err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	cache, err := jtest.CacheFolder()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	tools = cache
	os.Exit(m.Run())
}

// tools is the folder of what is found out of Maven and compiled for it, which tests keep: workspaces are in others.
var tools string

// standIn copies the source roots as jprof's instrumenter would, with SHADOWED for ORIGINAL in
// them. Its modes: "fail" does nothing else; "reject" makes App.java one that javac does not accept,
// "warn" one that it warns of, unless the file is excluded. The arguments are kept in maps.
func standIn(args []string, mode string) error {
	if mode == "fail" {
		return fmt.Errorf("as it was told")
	}
	option := map[string]string{}
	for ; args[0] != "--"; args = args[2:] {
		option[args[0]] = args[1]
	}
	roots := args[1:]
	hook, err := buildtools.ReadHookFile(option["--hook"])
	if err != nil {
		return err
	}
	name := strings.NewReplacer(":", "_").Replace(option["--module"] + "-" + option["--set"])
	text := fmt.Sprintln(option["--module"], option["--dir"], option["--set"], option["--encoding"])
	if err := os.WriteFile(filepath.Join(hook.Maps, name), []byte(text), 0o644); err != nil {
		return err
	}
	for n, root := range roots {
		shadow := filepath.Join(hook.Shadow, name, fmt.Sprint(n))
		if err := os.RemoveAll(shadow); err != nil {
			return err
		}
		if err := os.CopyFS(shadow, os.DirFS(root)); err != nil {
			return err
		}
		err := filepath.WalkDir(shadow, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			changed := strings.ReplaceAll(string(source), "ORIGINAL", "SHADOWED")
			if d.Name() == "App.java" && os.Getenv("JPROF_STAND_IN_EXCLUDE") == "" {
				switch mode {
				case "reject":
					changed = strings.Replace(changed, "return ", "return nowhere + ", 1)
				case "warn":
					changed = strings.Replace(changed, "return ", "java.util.List raw = null; return ", 1)
				}
			}
			return os.WriteFile(path, []byte(changed), 0o644)
		})
		if err != nil {
			return err
		}
		fmt.Println(shadow)
	}
	return nil
}
