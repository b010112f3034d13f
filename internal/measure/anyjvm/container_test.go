package anyjvm

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/measure/agent"
)

// TestContainer attaches as root to a JVM of another user in name spaces of its own, as that of a container: it has
// another PID there, and another /tmp.
func TestContainer(t *testing.T) {
	systems(t)
	jdk := jtest.Newest(t)
	if os.Geteuid() != 0 {
		t.Skip("it takes root to make name spaces and to become another user")
	}
	if out, err := exec.Command("unshare", "-pfm", "--mount-proc", "setpriv", "--reuid=65534", "--clear-groups",
		"true").CombinedOutput(); err != nil {
		t.Skipf("this machine makes no name spaces: %v: %s", err, out)
	}
	classes, err := os.MkdirTemp("/var/tmp", "jprof-test-") // not in /tmp, which is another one there
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(classes)
	if err := os.CopyFS(filepath.Join(classes, "c"), os.DirFS(compile(t, jdk))); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("chmod", "-R", "a+rX", classes).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	script := fmt.Sprintf("mount -t tmpfs none /tmp && chmod 1777 /tmp && "+
		"exec setpriv --reuid=65534 --regid=65534 --clear-groups %s -cp %s/c Busy 4", jdk.Java(), classes)
	b := started(t, exec.Command("unshare", "-pfm", "--mount-proc", "sh", "-c", script))
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", b.pid(), b.pid()))
	if err != nil {
		t.Skipf("the kernel does not list children: %v", err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(children)))
	if err != nil {
		t.Fatal(err)
	}
	outside := func() []string { // files of a JVM of that user that is in no container
		list, err := filepath.Glob("/tmp/jprof-agent-65534/*")
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	before := outside()
	v, err := Open(pid)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if !strings.HasSuffix(v.base, "-65534") || v.process.Path("/") == "/" {
		t.Errorf("%+v in %+v", v, v.process)
	}
	ctx := context.Background()
	if _, _, err := v.Start(ctx, agent.Settings{Coverage: agent.App}, 0); err != nil {
		t.Fatal(err)
	}
	var a *Answer
	if !jtest.Await(func() bool {
		if a, err = v.Snapshot(ctx); err != nil {
			t.Fatal(err)
		}
		return recorded(t, a)["Busy.round"] > 0
	}) {
		t.Error("nothing is recorded")
	}
	private(t, v.process.Path(v.base))
	if a, err = v.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	recorded(t, a)
	gone(t, v, a, pid)
	b.end()
	if after := outside(); !slices.Equal(after, before) {
		t.Errorf("outside of the container are %q, before %q", after, before)
	}
}
