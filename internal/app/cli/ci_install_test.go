package cli

import (
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"jprof/internal/jtest"
)

// TestInstallerOnEachSystem has the installer find the archive of each system, by what uname says there.
func TestInstallerOnEachSystem(t *testing.T) {
	jtest.NeedsTool(t, "curl")
	jtest.NeedsTool(t, "unzip")
	for _, system := range []struct{ os, arch, archive, executable string }{
		{"Linux", "x86_64", "linux-amd64.tar.gz", "jprof"},
		{"Linux", "aarch64", "linux-arm64.tar.gz", "jprof"},
		{"Darwin", "x86_64", "darwin-amd64.tar.gz", "jprof"},
		{"Darwin", "arm64", "darwin-arm64.tar.gz", "jprof"},
		{"MINGW64_NT-10.0-26100", "x86_64", "windows-amd64.zip", "jprof.exe"},
		{"MSYS_NT-10.0-26100", "aarch64", "windows-amd64.zip", "jprof.exe"},
	} {
		t.Run(system.os+"-"+system.arch, func(t *testing.T) {
			r := newRelease(t, sayVersion)
			i := install{release: r, os: system.os, arch: system.arch, args: []string{"--to", "a folder/bin"}}
			if out, err := i.run(t); err != nil || out != "jprof version: a folder/bin/"+system.executable+"\n" {
				t.Fatalf("%v\n%s", err, out)
			}
			archive := releasePath + "jprof-" + testRelease + "-" + system.archive
			if want := []string{"/latest/download/" + checksumFile, archive}; !slices.Equal(r.asked, want) {
				t.Errorf("asked for %q, want %q", r.asked, want)
			}
			files, err := os.ReadDir(filepath.Join(i.dir, "a folder/bin"))
			if err != nil || len(files) != 1 || files[0].Name() != system.executable {
				t.Errorf("files %v, %v", files, err)
			}
		})
	}
}

// TestInstallerWithFewTools: each of the programs it may use is enough.
func TestInstallerWithFewTools(t *testing.T) {
	for _, test := range []struct {
		needs   string
		without []string
		shell   string
	}{
		{"curl", nil, "bash"},
		{"wget", []string{"curl"}, "sh"},
		{"shasum", []string{"sha256sum"}, "sh"},
		{"openssl", []string{"sha256sum", "shasum"}, "sh"},
	} {
		t.Run(test.needs, func(t *testing.T) {
			jtest.NeedsTool(t, test.needs)
			i := install{release: newRelease(t, sayVersion), without: test.without, shell: test.shell}
			if out, err := i.run(t); err != nil || out != "jprof version: ./jprof\n" {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}

// TestInstallerFromFolder: a copy of the releases may be a folder, which needs no program for downloads.
func TestInstallerFromFolder(t *testing.T) {
	r := newRelease(t, sayVersion)
	i := install{release: r, without: []string{"curl", "wget"}, env: []string{"JPROF_RELEASES=file://" + r.folder(t)}}
	if out, err := i.run(t); err != nil || out != "jprof version: ./jprof\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestInstallerOnBusyBox: systems like Alpine have nothing else.
func TestInstallerOnBusyBox(t *testing.T) {
	i := install{release: newRelease(t, sayVersion), busybox: jtest.NeedsTool(t, "busybox")}
	if out, err := i.run(t); err != nil || out != "jprof version: ./jprof\n" {
		t.Fatalf("%v\n%s", err, out)
	}
}

func TestInstallerVersions(t *testing.T) {
	jtest.NeedsTool(t, "curl")
	for _, test := range []struct {
		args, env []string
		out       string
		asked     int
	}{
		{[]string{"--print-version"}, nil, testRelease + "\n", 1},
		{[]string{"--print-version", "--version", "1.2.3"}, nil, "1.2.3\n", 0},
		{[]string{"--print-version", "--version", "v1.2.3"}, []string{"JPROF_VERSION=4"}, "1.2.3\n", 0},
		{[]string{"--version", testRelease}, []string{"JPROF_BIN=bin"}, "jprof version: bin/jprof\n", 2},
		{nil, []string{"JPROF_VERSION=v" + testRelease}, "jprof version: ./jprof\n", 2},
	} {
		r := newRelease(t, sayVersion)
		out, err := (&install{release: r, args: test.args, env: test.env}).run(t)
		if err != nil || out != test.out || len(r.asked) != test.asked {
			t.Errorf("%q: %v, %q, asked for %q", test.args, err, out, r.asked)
		}
	}
}

// TestInstallerKeepsArchives: an archive that is there is not downloaded again, and is checked all the same.
func TestInstallerKeepsArchives(t *testing.T) {
	jtest.NeedsTool(t, "curl")
	r := newRelease(t, sayVersion)
	i := install{release: r, os: "Linux", arch: "x86_64", dir: t.TempDir(), env: []string{"JPROF_ARCHIVES=kept"}}
	name := "jprof-" + testRelease + "-linux-amd64.tar.gz"
	for _, step := range []struct {
		damage bool
		times  int
	}{{false, 1}, {false, 1}, {true, 2}, {false, 2}} {
		if step.damage {
			if err := os.WriteFile(filepath.Join(i.dir, "kept", name), []byte("other"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := i.run(t); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		times := 0
		for _, path := range r.asked {
			if path == releasePath+name {
				times++
			}
		}
		if times != step.times {
			t.Errorf("downloaded %d times, want %d", times, step.times)
		}
	}
}

func TestInstallerFails(t *testing.T) {
	jtest.NeedsTool(t, "curl")
	linux := "jprof-" + testRelease + "-linux-amd64.tar.gz"
	for _, test := range []struct {
		name   string
		change func(*release, *install)
		says   string
	}{
		{"replaced", func(r *release, _ *install) { r.files[releasePath+linux] = tarred(t, "jprof", "x") },
			linux + " differs from its checksum"},
		{"not in the checksums", func(r *release, _ *install) {
			sums := strings.ReplaceAll(string(r.files[releasePath+checksumFile]), linux, "other")
			r.files["/latest/download/"+checksumFile] = []byte(sums)
		}, "the latest release has nothing for linux on amd64"},
		{"no such version", func(_ *release, i *install) { i.args = []string{"--version", "1.0.0"} },
			"there is no release 1.0.0: see http://"},
		{"no such version, by wget", func(_ *release, i *install) {
			i.args, i.without = []string{"--version", "1.0.0"}, []string{"curl"}
		}, "there is no release 1.0.0: see http://"},
		{"no such version, in a folder", func(r *release, i *install) {
			i.args, i.env = []string{"--version", "1.0.0"}, []string{"JPROF_RELEASES=file://" + r.folder(t)}
		}, "there is no release 1.0.0: see file:///"},
		{"no release", func(r *release, _ *install) { delete(r.files, "/latest/download/"+checksumFile) },
			"there is no release: see http://"},
		{"no server", func(_ *release, i *install) { i.env = []string{"JPROF_RELEASES=http://127.0.0.1:1"} },
			"cannot download http://127.0.0.1:1/latest"},
		{"no place for archives", func(_ *release, i *install) { i.args = []string{"--archives", "/proc/self"} },
			"cannot write into /proc/self"},
		{"a version with a path", func(_ *release, i *install) { i.args = []string{"--version", "../1"} },
			"'../1' is not a version"},
		{"an unknown option", func(_ *release, i *install) { i.args = []string{"--folder", "x"} },
			"--folder is unknown"},
		{"an option without value", func(_ *release, i *install) { i.args = []string{"--to"} },
			"--to requires a value"},
		{"an option in place of a value", func(_ *release, i *install) { i.args = []string{"--to", "--version", "1"} },
			"--to requires a value"},
		{"an empty value", func(_ *release, i *install) { i.args = []string{"--to", ""} }, "--to requires a value"},
		{"an unknown system", func(_ *release, i *install) { i.os = "SunOS" }, "there is no release for SunOS"},
		{"an unknown processor", func(_ *release, i *install) { i.arch = "riscv64" },
			"there is no release for linux on riscv64"},
		{"no program for downloads", func(_ *release, i *install) { i.without = []string{"curl", "wget"} },
			"neither curl nor wget"},
		{"no program for checksums", func(_ *release, i *install) {
			i.without = []string{"sha256sum", "shasum", "openssl"}
		}, "none of sha256sum, shasum and openssl"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRelease(t, sayVersion)
			i := install{release: r, os: "Linux", arch: "x86_64"}
			test.change(r, &i)
			out, err := i.run(t)
			if err == nil || !strings.Contains(out, "install.sh: "+test.says) {
				t.Errorf("%v\n%s", err, out)
			}
			if strings.HasPrefix(test.says, "there is no release") && strings.Count(out, "\n") != 1 {
				t.Errorf("it says more than once what is wrong:\n%s", out)
			}
			if _, err := os.Stat(filepath.Join(i.dir, "jprof")); err == nil {
				t.Error("an executable was installed")
			}
		})
	}
}

// TestInstallerKeepsWhatIsThere: a release that cannot be installed leaves the older jprof, and nothing of its own.
func TestInstallerKeepsWhatIsThere(t *testing.T) {
	jtest.NeedsTool(t, "curl")
	const older = "#!/bin/sh\necho the older one\n"
	for _, test := range []struct {
		name, script, says string
		change             func(*testing.T, *install)
	}{
		{"does not run", "#!/bin/sh\nexit 127\n", "does not run on this system", func(*testing.T, *install) {}},
		{"interrupted", "#!/bin/sh\nkill -INT $PPID; sleep 1\n", "", func(*testing.T, *install) {}},
		{"no room", sayVersion, "cannot write into bin", func(t *testing.T, i *install) {
			i.without = []string{"cp"}
		}},
		{"no tar", sayVersion, "tar is not on the PATH", func(_ *testing.T, i *install) {
			i.without = []string{"tar"}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := install{release: newRelease(t, test.script), dir: t.TempDir(), args: []string{"--to", "bin"}}
			i.env = []string{"TMPDIR=" + t.TempDir()}
			at := filepath.Join(i.dir, "bin", "jprof")
			if err := os.Mkdir(filepath.Dir(at), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(older), 0o777); err != nil {
				t.Fatal(err)
			}
			test.change(t, &i)
			if out, err := i.run(t); err == nil || !strings.Contains(out, test.says) {
				t.Errorf("%v\n%s", err, out)
			}
			if text, err := os.ReadFile(at); err != nil || string(text) != older {
				t.Errorf("the older executable: %v\n%s", err, text)
			}
			for _, folder := range []string{filepath.Dir(at), strings.TrimPrefix(i.env[0], "TMPDIR=")} {
				files, err := os.ReadDir(folder)
				left := slices.DeleteFunc(files, func(f os.DirEntry) bool { return f.Name() == "jprof" })
				if err != nil || len(left) > 0 {
					t.Errorf("%s has %v, %v", folder, left, err)
				}
			}
		})
	}
}

// TestInstallersAtOnce: several jobs of one machine may install into one folder.
func TestInstallersAtOnce(t *testing.T) {
	jtest.NeedsTool(t, "curl")
	r, dir := newRelease(t, sayVersion), t.TempDir()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			i := install{release: r, dir: dir, args: []string{"--to", "bin", "--archives", "archives"}}
			if out, err := i.run(t); err != nil || out != "jprof version: bin/jprof\n" {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	all.Wait()
	if files, err := os.ReadDir(filepath.Join(dir, "bin")); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

// TestInstallerSaysWhatIsLeft: how the shell finds the executable, and how the installer is used.
func TestInstallerSaysWhatIsLeft(t *testing.T) {
	jtest.NeedsTool(t, "curl")
	r := newRelease(t, sayVersion)
	i := install{release: r, args: []string{"--to", "else/where"}}
	out, err := i.run(t)
	want := `export PATH="` + filepath.Join(i.dir, "else/where") + `:$PATH"`
	if err != nil || !strings.Contains(out, want) {
		t.Errorf("%v, want %s\n%s", err, want, out)
	}
	i = install{release: r, args: []string{"--help"}}
	out, err = i.run(t)
	if err != nil || !strings.Contains(out, "--archives DIR") || !strings.HasPrefix(out, "Installs") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestInstallerRefusesPlainHTTP: a server that leads from https to http is not followed.
func TestInstallerRefusesPlainHTTP(t *testing.T) {
	jtest.NeedsTool(t, "curl")
	plain := newRelease(t, sayVersion)
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		http.Redirect(w, q, plain.URL+q.URL.Path, http.StatusFound)
	}))
	defer secure.Close()
	trusted := filepath.Join(t.TempDir(), "trusted.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})
	if err := os.WriteFile(trusted, text, 0o666); err != nil {
		t.Fatal(err)
	}
	i := install{release: plain, env: []string{"JPROF_RELEASES=" + secure.URL, "CURL_CA_BUNDLE=" + trusted}}
	out, err := i.run(t)
	if err == nil || !strings.Contains(out, "cannot download "+secure.URL) || len(plain.asked) > 0 {
		t.Errorf("%v, asked for %q\n%s", err, plain.asked, out)
	}
}
