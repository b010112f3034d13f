// Command petclinic tries jprof on a real service: Spring PetClinic, with its database in memory. Two versions of it
// are shipped with counters, serve load from this process, and are rolled over, on two JDKs. Then jprof unused must
// name exactly the methods of a list that was made by hand. It is a program for the development of jprof.
//
//	git clone https://github.com/spring-projects/spring-petclinic
//	go run ./internal/tools/petclinic -src spring-petclinic -for 1h
//
// It was made for commit edf4db28a. The second version has two more methods, of which one is called.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"jprof/internal/jtest"
)

// byHand lists the methods that nothing executes, in any version. The load of the second version adds pets, so that
// Owner::addPet and Owner::getPet(String, boolean) are not among them. The caches of PetClinic are those of Caffeine,
// as its jar has no provider of JCache; so nothing asks for the configuration of JCache.
var byHand = []string{
	"CacheConfiguration::cacheConfiguration()",
	"Owner::getPet(String)",
	"Person::initials()",
	"PetController::updatePetDetails(Owner, Pet)",
	"Vet::addSpecialty(Specialty)",
}

func main() {
	src := flag.String("src", "spring-petclinic", "the `FOLDER` of a clone of Spring PetClinic")
	jprof := flag.String("jprof", "bin/jprof", "the `COMMAND` that is tried")
	limit := flag.Duration("for", time.Hour, "the `TIME` under load")
	work := flag.String("work", filepath.Join(jtest.CacheDir(), "jprof-petclinic"), "`FOLDER` for the two versions")
	pause := flag.Duration("pause", 50*time.Millisecond, "the `TIME` between two requests of a client")
	flag.Parse()
	if err := run(*src, *jprof, *work, *limit, *pause); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// trial is the state of a trial.
type trial struct {
	jprof  string // its full path
	work   string
	counts string
	pause  time.Duration
}

func run(src, jprof, work string, limit, pause time.Duration) error {
	jprof, err := filepath.Abs(jprof)
	if err != nil {
		return err
	}
	t := &trial{jprof: jprof, work: work, counts: filepath.Join(work, "counts"), pause: pause}
	if err := os.RemoveAll(t.counts); err != nil {
		return err
	}
	for _, version := range []string{"1", "2"} {
		if err := t.ship(src, version); err != nil {
			return err
		}
	}
	if err := t.serve(limit); err != nil {
		return err
	}
	return t.judge()
}

// folder returns the clone of a version.
func (t *trial) folder(version string) string { return filepath.Join(t.work, "v"+version) }

// ship builds a version with counters.
func (t *trial) ship(src, version string) error {
	dir := t.folder(version)
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if out, err := exec.Command("git", "clone", "-q", src, dir).CombinedOutput(); err != nil {
		return fmt.Errorf("git clone: %w\n%s", err, out)
	}
	if version == "2" {
		if err := second(dir); err != nil {
			return err
		}
	}
	return t.run(dir, nil, "mvn", "-q", "-B", "--ship", t.shipped(version), "package", "-DskipTests")
}

func (t *trial) shipped(version string) string { return filepath.Join(t.work, "shipped"+version) }

// second makes the second version out of the first.
func second(dir string) error {
	java := filepath.Join(dir, "src/main/java/org/springframework/samples/petclinic")
	for file, edit := range map[string][2]string{
		"model/Person.java": {"public String getFirstName() {", `public String fullName() {
		return this.firstName + " " + this.lastName;
	}

	String initials() {
		return this.firstName.substring(0, 1) + this.lastName.substring(0, 1);
	}

	public String getFirstName() {`},
		"owner/OwnerController.java": {"mav.addObject(owner);", `mav.addObject(owner);
		mav.addObject("fullName", owner.fullName());`},
	} {
		path := filepath.Join(java, file)
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		edited := strings.Replace(string(text), edit[0], edit[1], 1)
		if edited == string(text) {
			return fmt.Errorf("%s: no %q: this is another version of PetClinic", path, edit[0])
		}
		if err := os.WriteFile(path, []byte(edited), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// run runs jprof in a folder, and shows its messages.
func (t *trial) run(dir string, out *strings.Builder, args ...string) error {
	cmd := exec.Command(t.jprof, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	if out != nil {
		cmd.Stdout = out
	}
	fmt.Println("jprof", strings.Join(args, " "))
	return cmd.Run()
}

// serve runs two services, one on each JDK. After half of the time each is replaced by the second version: one is
// ended, the other is killed.
func (t *trial) serve(limit time.Duration) error {
	var jdks []jtest.JDK
	for _, release := range []int{17, 25} {
		jdk, err := jtest.OfRelease(release)
		if err != nil {
			return err
		}
		jdks = append(jdks, jdk)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	errs := make(chan error, len(jdks))
	for i, jdk := range jdks {
		go func() { errs <- t.roll(ctx, i, jdk, limit) }()
	}
	var failed error
	for range jdks {
		if err := <-errs; err != nil {
			failed = err
			cancel()
		}
	}
	return failed
}

// roll runs both versions on a JDK, one after the other.
func (t *trial) roll(ctx context.Context, i int, jdk jtest.JDK, limit time.Duration) error {
	one, err := t.start(jdk, "1", 18080+i, i)
	if err != nil {
		return err
	}
	half, cancel := context.WithTimeout(ctx, limit/2+time.Duration(i)*limit/10)
	defer cancel()
	if err := one.load(half, t.pause, false); err != nil {
		one.stop(syscall.SIGKILL)
		return err
	}
	two, err := t.start(jdk, "2", 18090+i, i) // both versions serve for a while
	if err != nil {
		one.stop(syscall.SIGKILL)
		return err
	}
	both, cancelBoth := context.WithTimeout(ctx, limit/20)
	defer cancelBoth()
	err = one.load(both, t.pause, false)
	one.stop([]os.Signal{syscall.SIGTERM, syscall.SIGKILL}[i])
	if err == nil && i == 1 {
		err = t.attach(two)
	}
	if err == nil {
		err = two.load(ctx, t.pause, true)
	}
	two.stop(syscall.SIGTERM)
	fmt.Printf("%v: %d requests to version 1, %d to version 2\n", jdk, one.done, two.done)
	return err
}

// attach records contexts in a service for a while, and gives it requests meanwhile.
func (t *trial) attach(s *service) error {
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Second)
	defer cancel()
	loaded := make(chan error)
	go func() { loaded <- s.load(ctx, t.pause, true) }()
	var id strings.Builder
	err := t.run(t.folder("2"), &id, "attach", strconv.Itoa(s.cmd.Process.Pid), "--contexts=app", "--for", "20s")
	if inLoad := <-loaded; err == nil {
		err = inLoad
	}
	if err != nil {
		return err
	}
	var rows strings.Builder
	if err := t.run(t.folder("2"), &rows, "contexts", "--run", strings.TrimSpace(id.String())); err != nil {
		return err
	}
	if !strings.Contains(rows.String(), "OwnerController") {
		return fmt.Errorf("the contexts of the service lack OwnerController:\n%s", rows.String())
	}
	return nil
}

// judge compares what jprof unused lists with the list by hand.
func (t *trial) judge() error {
	dir := t.folder("2")
	var id, document strings.Builder
	err := t.run(dir, &id, "collect", "--counts", t.counts, "--maps", t.shipped("1"), "--maps", t.shipped("2"))
	if err != nil {
		return err
	}
	fmt.Println("run", strings.TrimSpace(id.String()))
	if err := t.run(dir, &document, "unused", "--json", "--since", "30d"); err != nil {
		return err
	}
	var unused struct {
		Methods []struct {
			Method   string
			File     string
			Line     int
			SeenDays int
		}
	}
	if err := json.Unmarshal([]byte(document.String()), &unused); err != nil {
		return err
	}
	var got []string
	for _, m := range unused.Methods {
		fmt.Printf("%s:%d: %s, seen on %d days\n", m.File, m.Line, m.Method, m.SeenDays)
		got = append(got, m.Method)
		if m.SeenDays < 1 {
			return fmt.Errorf("%s was seen on no day", m.Method)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, byHand) {
		return fmt.Errorf("unused: %q, want %q", got, byHand)
	}
	fmt.Printf("jprof unused names exactly the %d methods of the list\n", len(byHand))
	return nil
}
