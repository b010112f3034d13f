package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"jprof/internal/jtest"
)

// service is a JVM with PetClinic.
type service struct {
	cmd  *exec.Cmd
	url  string
	done int // requests
}

// start starts a version, and waits until it serves.
func (t *trial) start(jdk jtest.JDK, version string, port, host int) (*service, error) {
	jars, err := filepath.Glob(filepath.Join(t.shipped(version), "*-with-counters.jar"))
	if err != nil || len(jars) != 1 {
		return nil, fmt.Errorf("%s: %d jars, %w", t.shipped(version), len(jars), err)
	}
	log, err := os.Create(filepath.Join(t.work, fmt.Sprintf("%v-%s.log", jdk, version)))
	if err != nil {
		return nil, err
	}
	defer log.Close() // the JVM has it
	s := &service{url: fmt.Sprintf("http://127.0.0.1:%d", port)}
	s.cmd = exec.Command(jdk.Java(), "-Xmx512m", "-XX:+EnableDynamicAgentLoading", "-jar", jars[0],
		fmt.Sprintf("--server.port=%d", port))
	s.cmd.Env = append(os.Environ(), "JPROF_COUNTS="+t.counts, "JPROF_APP=petclinic", "JPROF_ENV=prod",
		"JPROF_VERSION="+version, fmt.Sprintf("JPROF_HOST=host%d", host))
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(time.Second) {
		if r, err := http.Get(s.url + "/"); err == nil {
			r.Body.Close()
			return s, nil
		}
	}
	s.stop(os.Kill)
	return nil, fmt.Errorf("version %s does not serve on %v: see %s", version, jdk, log.Name())
}

// stop ends the JVM by a signal.
func (s *service) stop(signal os.Signal) {
	_ = s.cmd.Process.Signal(signal) // it may have ended
	_ = s.cmd.Wait()                 // the exit code is that of the signal
}

// request is a request, and the status of its answer.
type request struct {
	path   string
	form   url.Values // of a POST; nil for a GET
	status int
}

// owner is the form of an owner.
func owner(last, telephone string) url.Values {
	return url.Values{"firstName": {"Ada"}, "lastName": {last}, "address": {"1 High Street"}, "city": {"London"},
		"telephone": {telephone}}
}

// usual lists the requests of users. None of them edits a pet.
var usual = []request{
	{"/", nil, 200},
	{"/vets.html", nil, 200},
	{"/vets.html?page=2", nil, 200},
	{"/vets", nil, 200},
	{"/owners/find", nil, 200},
	{"/owners", nil, 200},
	{"/owners?page=2", nil, 200},
	{"/owners?lastName=Davis", nil, 200},
	{"/owners?lastName=Franklin", nil, 302},
	{"/owners?lastName=Nobody", nil, 200},
	{"/owners/1", nil, 200},
	{"/owners/6", nil, 200},
	{"/owners/99999999", nil, 500},
	{"/owners/new", nil, 200},
	{"/owners/new", owner("Lovelace", "0123456789"), 302},
	{"/owners/new", owner("", "1"), 200},
	{"/owners/3/edit", nil, 200},
	{"/owners/3/edit", owner("Rodriquez", "6085558763"), 302},
	{"/owners/3/edit", owner("", "x"), 200},
	{"/owners/6/pets/7/visits/new", nil, 200},
	{"/owners/6/pets/7/visits/new", url.Values{"date": {"2026-01-02"}, "description": {"cough"}}, 302},
	{"/owners/6/pets/7/visits/new", url.Values{"date": {"2026-01-02"}, "description": {""}}, 200},
	{"/oups", nil, 500},
	{"/?lang=de", nil, 200},
}

// newPet has requests that add a pet.
var newPet = []request{
	{"/owners/2/pets/new", nil, 200},
	{"/owners/2/pets/new", url.Values{"name": {""}, "birthDate": {"2020-02-02"}, "type": {"cat"}}, 200},
	{"/owners/2/pets/new", url.Values{"name": {"Basil"}, "birthDate": {"2020-02-02"}, "type": {"cat"}}, 200},
	{"/owners/10/pets/new", url.Values{"name": {"Tom"}, "birthDate": {"2020-02-02"}, "type": {"cat"}}, 0},
}

// load sends the requests again and again until ctx is done. pets adds those for new pets.
func (s *service) load(ctx context.Context, pause time.Duration, pets bool) error {
	client := &http.Client{Timeout: time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	list := usual
	if pets {
		list = append(append([]request{}, usual...), newPet...)
	}
	for i := 0; ctx.Err() == nil; i++ {
		r := list[i%len(list)]
		status, err := send(client, s.url, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.path, err)
		}
		if r.status != 0 && status != r.status {
			return fmt.Errorf("%s: status %d, want %d", r.path, status, r.status)
		}
		s.done++
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
	return nil
}

// send sends a request and returns the status of the answer.
func send(client *http.Client, base string, r request) (int, error) {
	method, body := http.MethodGet, io.Reader(http.NoBody)
	if r.form != nil {
		method, body = http.MethodPost, strings.NewReader(r.form.Encode())
	}
	req, err := http.NewRequest(method, base+r.path, body)
	if err != nil {
		return 0, err
	}
	if r.form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, errors.Join(err, answer.Body.Close())
}
