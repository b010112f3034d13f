package jdks

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestIn(t *testing.T) {
	dir := t.TempDir()
	for name, release := range map[string]string{"a": "17.0.1", "b": "25", "c": "17.0.9", "broken": "x", "jre": "21"} {
		bin := filepath.Join(dir, name, "bin")
		if err := os.MkdirAll(bin, 0o777); err != nil {
			t.Fatal(err)
		}
		files := map[string]string{filepath.Join(dir, name, "release"): `JAVA_VERSION="` + release + `"`}
		if name != "jre" {
			files[filepath.Join(bin, Executable("javac"))] = ""
		}
		for path, text := range files {
			if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
				t.Fatal(err)
			}
		}
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	got := In([]string{at("gone"), at("b"), at("jre"), at("broken"), at("c"), at("a")})
	if want := []Home{{at("c"), 17}, {at("b"), 25}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	// Places finds those of variables, of the PATH, and below the user's folder.
	home := t.TempDir()
	jdks := filepath.Join(home, ".jdks")
	if err := os.Mkdir(jdks, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(jdks, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	places := Places([]string{"JAVA_HOME=/one", "JAVA_HOME_25_X64=/two", "HOME=" + home,
		"PATH=" + filepath.Join(at("a"), "bin")})
	for i, want := range []string{"/one", "/two", at("a")} {
		if places[i] != want {
			t.Errorf("place %d is %s, want %s", i, places[i], want)
		}
	}
	if last := places[len(places)-1]; last != filepath.Join(jdks, "x") {
		t.Errorf("the last place is %s", last)
	}
}
