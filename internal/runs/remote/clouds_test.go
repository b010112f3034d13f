package remote

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/util/bucket"
)

// The servers of TestAcceptanceClouds, which it installs.
const (
	s3Server  = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"
	gcsServer = "github.com/fsouza/fake-gcs-server@v1.56.1"
	azServer  = "azurite@3.35.0"
)

// TestAcceptanceClouds pushes to, pulls from and prunes servers that speak as the three clouds do, with writers that
// race and that are killed.
func TestAcceptanceClouds(t *testing.T) {
	jtest.Acceptance(t)
	programs := t.TempDir()
	install := func(dir string, args ...string) {
		t.Helper()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOBIN="+programs, "GOFLAGS=-mod=mod")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	install(".", "go", "build", "-o", filepath.Join(programs, bucket.Program), "jprof/cmd/"+bucket.Program)
	install(programs, "go", "install", s3Server)
	install(programs, "go", "install", gcsServer)
	install(programs, "npm", "install", "--silent", "--prefix", programs, azServer)
	t.Setenv("PATH", programs+string(os.PathListSeparator)+os.Getenv("PATH"))

	t.Run("s3", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "runs-of-ci"), 0o777); err != nil {
			t.Fatal(err)
		}
		t.Setenv("ROOT_ACCESS_KEY", "key")
		t.Setenv("ROOT_SECRET_KEY", "secretsecret")
		address := serve(t, programs, func(address, _ string) []string {
			return []string{"versitygw", "--port", address, "posix", dir}
		})
		t.Setenv("AWS_ACCESS_KEY_ID", "key")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "secretsecret")
		tryCloud(t, "s3://runs-of-ci/%s?region=us-east-1&use_path_style=true&endpoint=http://"+address)
	})
	t.Run("gs", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "runs-of-ci"), 0o777); err != nil {
			t.Fatal(err)
		}
		address := serve(t, programs, func(address, port string) []string {
			return []string{"fake-gcs-server", "-scheme", "http", "-host", "127.0.0.1", "-port", port, "-backend",
				"memory", "-data", dir, "-public-host", address}
		})
		t.Setenv("STORAGE_EMULATOR_HOST", address)
		tryCloud(t, "gs://runs-of-ci/%s")
	})
	t.Run("azblob", func(t *testing.T) {
		dir := t.TempDir()
		address := serve(t, programs, func(_, port string) []string {
			return []string{"node", filepath.Join(programs, "node_modules", ".bin", "azurite-blob"), "--silent",
				"--skipApiVersionCheck", "--disableTelemetry", "--blobPort", port, "--location", dir}
		})
		makeContainer(t, address, "runs-of-ci")
		t.Setenv("AZURE_STORAGE_ACCOUNT", azAccount)
		t.Setenv("AZURE_STORAGE_KEY", azKey)
		tryCloud(t, "azblob://runs-of-ci/%s?protocol=http&localemu=true&domain="+address)
	})
}

// serve starts a server on a free port until the test ends, and returns its address. command returns its command line.
func serve(t *testing.T, dir string, command func(address, port string) []string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	args := command(address, port)
	cmd := exec.Command(args[0], args[1:]...)
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(out.String())
		}
	})
	if !jtest.Await(func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
		}
		return err == nil
	}) {
		t.Fatalf("%v does not answer:\n%s", args, out.String())
	}
	return address
}

// The account of azurite, which its documentation has.
const (
	azAccount = "devstoreaccount1"
	azKey     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// makeContainer makes a container of azurite.
func makeContainer(t *testing.T, address, name string) {
	t.Helper()
	path := "/" + azAccount + "/" + name
	at, version := time.Now().UTC().Format(http.TimeFormat), "2021-08-06"
	sign := strings.Join([]string{"PUT", "", "", "", "", "", "", "", "", "", "", "", "x-ms-date:" + at,
		"x-ms-version:" + version, "/" + azAccount + path, "restype:container"}, "\n")
	key, err := base64.StdEncoding.DecodeString(azKey)
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(sign))
	r, err := http.NewRequest(http.MethodPut, "http://"+address+path+"?restype=container", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-ms-date", at)
	r.Header.Set("x-ms-version", version)
	r.Header.Set("Authorization", "SharedKey "+azAccount+":"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		t.Fatalf("no container: %s", answer.Status)
	}
}

// tryCloud does with a server what other tests do with a folder. The URL has a place for the folder in the bucket.
func tryCloud(t *testing.T, url string) {
	race(t, 20, fmt.Sprintf(url, "races"))
	killPushes(t, 20, fmt.Sprintf(url, "kills"))
	here, there, s := project(t), project(t), openURL(t, fmt.Sprintf(url, "a/b"))
	const many = 1050 // more than one page of a list
	first := add(t, here, run(0), strings.Repeat("map", 1_000_000))
	push(t, s, first)
	for i := range many {
		r := run(i + 1)
		r.Label = "größe/+ 1"[:i%3]
		e := newEntry(r)
		if _, err := s.bucket.Create(t.Context(), keyOf(e, []byte(r.ID)), []byte(r.ID)); err != nil {
			t.Fatal(err)
		}
	}
	if got := list(t, s, Query{}); len(got) != many+1 {
		t.Errorf("%d runs", len(got))
	}
	if got := list(t, s, Query{Label: "g"}); len(got) != many/3 {
		t.Errorf("%d runs with the label", len(got))
	}
	l, _, err := s.List(t.Context(), Query{Run: first.ID})
	if err != nil || len(l) != 1 {
		t.Fatal(l, err)
	}
	e, err := s.entry(t.Context(), l[0])
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "damaged")
	if err := os.WriteFile(damaged, []byte("damaged"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, p := range e.Parts {
		for name, damage := range map[string]func() error{
			"replaced": func() error { return s.bucket.Put(t.Context(), p.key(), damaged) },
			"removed":  func() error { return s.bucket.Delete(t.Context(), p.key()) },
		} {
			if err := damage(); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Pull(t.Context(), l[0], there); !errors.As(err, new(unreadable)) {
				t.Errorf("%s is %s: %v", p.Kind, name, err)
			}
			push(t, s, first)
		}
	}
	pullAndCompare(t, s, l[0], first)
	s.now = func() time.Time { return time.Now().Add(2 * grace) }
	if done, err := s.Prune(t.Context(), Policy{}); err != nil || len(done.Damaged) != many || done.Left != 1 {
		t.Errorf("%d damaged, %d left, %v", len(done.Damaged), done.Left, err)
	}
	pullAndCompare(t, s, l[0], first)
}
