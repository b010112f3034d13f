package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const config = `# a comment
[core]
	repositoryformatversion = 0
	bare = false
	worktree = ../elsewhere
	hooksPath = /hooks
	fsmonitor
[section "Sub \"x\" \\ .y"]
	Name = " a value; \"quoted\"\twith\nlines "  ; comment
	flag
	empty =
	long = one \
two
[old.Style]
	key = value
[remote "origin"]
	url = https://example.org/x.git
	fetch = +refs/heads/*:refs/remotes/origin/*
	fetch = +refs/tags/*:refs/tags/*
[include]
	path = included
	path = missing
[includeIf "gitdir:**"]
	path = conditional
[includeIf "onbranch:**"]
	path = conditional
[user]
	name = last
`

// configRepository makes a repository with that configuration.
func configRepository(t *testing.T) *Repository {
	t.Helper()
	project, git := repository(t)
	git("config", "extensions.worktreeConfig", "true")
	top := filepath.Dir(project)
	put(t, filepath.Join(top, ".git"), map[string]string{"config": config,
		"included": "[user]\n\tname = first\n\temail = e\n", "conditional": "[user]\n\temail = not\n"})
	r, err := Open(top)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The copy has the settings in their order, but for those that lead out of it, and its own.
func TestPrivateConfig(t *testing.T) {
	r := configRepository(t)
	text, err := r.privateConfig()
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(copied, text, 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := exec.Command("git", "config", "--file", copied, "--list", "-z").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	want := []string{
		"core.repositoryformatversion\n0",
		"section.Sub \"x\" \\ .y.name\n a value; \"quoted\"\twith\nlines ", "section.Sub \"x\" \\ .y.flag",
		"section.Sub \"x\" \\ .y.empty\n",
		"section.Sub \"x\" \\ .y.long\none two",
		"old.style.key\nvalue",
		"remote.origin.url\nhttps://example.org/x.git", "remote.origin.fetch\n+refs/heads/*:refs/remotes/origin/*",
		"remote.origin.fetch\n+refs/tags/*:refs/tags/*",
		"user.name\nfirst", "user.email\ne", "user.name\nlast",
		"core.bare\nfalse", "core.fsmonitor\nfalse", "core.untrackedcache\nfalse", "core.splitindex\nfalse",
		"core.checkstat\nminimal",
	}
	if got := strings.TrimSuffix(string(list), "\x00"); got != strings.Join(want, "\x00") {
		t.Errorf("got  %q\nwant %q", strings.Split(got, "\x00"), want)
	}
}

// A library that reads the copy on a machine without Git takes the last setting of a name.
func TestPrivateConfigWithoutGit(t *testing.T) {
	r := configRepository(t)
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", t.TempDir())
	files, err := r.Files()
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(copied, files["config"], 0o666); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"core.worktree": "..", "core.hookspath": ".git/hooks",
		"core.fsmonitor": "false",
		"core.checkstat": "minimal", "user.name": "last", "remote.origin.url": "https://example.org/x.git"} {
		got, err := exec.Command(git, "config", "--file", copied, key).Output()
		if err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("%s is %q, %v, want %q", key, got, err, want)
		}
	}
}

// Without a configuration there is nothing to read. One that Git cannot read is an error.
func TestPrivateConfigMissingAndBroken(t *testing.T) {
	r := configRepository(t)
	path := filepath.Join(r.common, "config")
	put(t, r.common, map[string]string{"config": "[core\n"})
	if text, err := r.privateConfig(); err == nil ||
		!strings.Contains(err.Error(), "git config: bad config line 1 in file "+path) {
		t.Errorf("got %q, %v", text, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if text, err := r.privateConfig(); err != nil || string(text) != string(formatConfig(private)) {
		t.Errorf("got %q, %v", text, err)
	}
}
