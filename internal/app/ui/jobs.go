package ui

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/util/words"
	"jprof/runner"
)

// The bounds of jobs.
const (
	maxJobs  = 8 // running jobs
	maxEnded = 8 // jobs that have ended and are remembered
)

// The states of jobs.
const (
	stateRunning   = "running"
	stateEnded     = "ended"
	stateCancelled = "cancelled"
)

// Job is a command of jprof that the page has started.
type Job struct {
	ID         string     `json:"id"`
	Project    string     `json:"project"` // its ID
	Command    string     `json:"command"`
	Argv       []string   `json:"argv"`
	Line       string     `json:"line"`
	Started    time.Time  `json:"started"`
	Ended      *time.Time `json:"ended"`    // null while it runs
	ExitCode   *int       `json:"exitCode"` // null while it runs
	State      string     `json:"state"`
	Result     string     `json:"result"`         // its end for people, "" while it runs
	Cancelling bool       `json:"cancelling"`     // it runs, and was asked to end
	Run        string     `json:"run"`            // the ID of the run that it makes or has made, "" for none
	Phase      live.Phase `json:"phase"`          // of its measurement, "" for none
	HasReport  bool       `json:"hasReport"`      // the run is there, and has something to report
	Call       *Call      `json:"call,omitempty"` // the form to start it again begins with it; nil in events
}

// job is a Job with its process.
type job struct {
	mu      sync.Mutex
	about   Job
	project string
	process *runner.Process
	out     *ring
	in      *input
	changed chan struct{} // closed when about changes
}

// state returns the state of a job, and a channel that is closed when the state changes.
func (j *job) state() (Job, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.about, j.changed
}

func (j *job) change(change func(*Job)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change(&j.about)
	close(j.changed)
	j.changed = make(chan struct{})
}

// jobs holds the jobs of a server, the oldest first.
type jobs struct {
	mu    sync.Mutex
	list  []*job
	ended bool // no more are started
	done  sync.WaitGroup
}

// isRunning reports whether a job runs.
func (j *job) isRunning() bool {
	about, _ := j.state()
	return about.State == stateRunning
}

// running returns the jobs of list that have not ended.
func running(list []*job) []*job {
	return slices.DeleteFunc(slices.Clone(list), func(j *job) bool { return !j.isRunning() })
}

func (js *jobs) all() []*job {
	js.mu.Lock()
	defer js.mu.Unlock()
	return slices.Clone(js.list)
}

// find returns the job that a request names.
func (s *Server) find(r *http.Request) (*job, error) {
	for _, j := range s.jobs.all() {
		if j.about.ID == r.PathValue("job") {
			return j, nil
		}
	}
	return nil, failf(http.StatusNotFound, "", "no such job")
}

// jobsOf returns the jobs of a project, the newest first.
func (s *Server) jobsOf(project string) []Job {
	list := []Job{}
	for _, j := range slices.Backward(s.jobs.all()) {
		if j.project != project {
			continue
		}
		j.look()
		about, _ := j.state()
		list = append(list, about)
	}
	return list
}

// startJob starts a command in a project as a job.
func (s *Server) startJob(_ *http.Request, project string, call Call) (any, error) {
	argv, err := s.argv(call)
	if err != nil {
		return nil, err
	}
	command, err := s.command(project, argv)
	if err != nil {
		return nil, err
	}
	js := &s.jobs
	js.mu.Lock()
	defer js.mu.Unlock()
	active := len(running(js.list))
	switch {
	case js.ended:
		return nil, failf(http.StatusServiceUnavailable, "", "jprof ui is ending")
	case active >= maxJobs:
		return nil, failf(http.StatusTooManyRequests, "wait until one ends, or cancel one", "%d jobs are running",
			active)
	}
	in, err := newInput()
	if err != nil {
		return nil, err
	}
	defer in.read.Close() // the command has it
	out := newRing(maxKept)
	j := &job{out: out, in: in, project: project, changed: make(chan struct{})}
	j.about = Job{ID: random(8), Project: idOf(project), Command: argv[0], Argv: append([]string{"jprof"}, argv...),
		Line: words.Command(append([]string{"jprof"}, argv...)), Started: s.Env.Now(), State: stateRunning,
		Call: &call}
	before := runIDs(project)
	if j.process, err = runner.Start(command, runner.Stdio{In: in.read, Out: out, Err: out}); err != nil {
		in.close()
		return nil, err
	}
	if call.Input != nil {
		_ = in.add(*call.Input) // there is room
	}
	_ = s.projects.started(project, call) // it only saves typing
	js.list = append(js.list, j)
	js.forget()
	js.done.Go(func() {
		<-j.process.Ended()
		in.close()
		out.close()
		j.change(func(about *Job) {
			now, code := s.Env.Now(), j.process.ExitCode()
			about.Ended, about.ExitCode, about.State = &now, &code, stateEnded
			if about.Cancelling {
				about.State, about.Cancelling = stateCancelled, false
			}
			about.Phase = ""
			if _, err := run(project, about.Run); err != nil {
				about.Run = newRun(project, before, about.Argv)
			}
			o, err := run(project, about.Run)
			about.HasReport = err == nil && nothingIn(o.Run) == ""
			about.Result = about.howEnded(o)
		})
	})
	return map[string]string{"job": j.about.ID}, nil
}

// howEnded returns the result of a job that has ended: that of its run, o, if it made one; nil for none.
func (j *Job) howEnded(o *runs.Opened) string {
	switch code := *j.ExitCode; {
	case j.State == stateCancelled:
		return "cancelled"
	case o != nil && (code == 0 || o.Outcome() != "ok") && (o.Refused || !o.NotFinished):
		return o.HowEnded()
	case code != 0:
		return fmt.Sprintf("failed, exit code %d", code)
	}
	return "passed"
}

// forget removes the oldest of the jobs that have ended, until at most maxEnded remain.
func (js *jobs) forget() {
	ended := len(js.list) - len(running(js.list))
	js.list = slices.DeleteFunc(js.list, func(j *job) bool {
		if ended <= maxEnded || j.isRunning() {
			return false
		}
		ended--
		return true
	})
}

// storeOf returns the store with the runs of a project. As for the commands of jprof, it may be in a folder above.
func storeOf(project string) runs.Store {
	if store, err := runs.FindStore(project); err == nil {
		return store
	}
	return runs.Store{Project: project}
}

// runIDs returns the IDs of the runs of a project.
func runIDs(project string) map[string]bool {
	ids := map[string]bool{}
	list, _ := storeOf(project).List() // damaged runs are none
	for _, o := range list {
		ids[o.ID] = true
	}
	return ids
}

// newRun returns the ID of the newest run of a project that is not in before and whose command starts with a word of
// argv. It returns "" if there is no such run.
func newRun(project string, before map[string]bool, argv []string) string {
	o := storeOf(project).Last(func(r runs.Run) bool {
		return !before[r.ID] && len(r.Command) > 0 && slices.Contains(argv, r.Command[0])
	})
	if o == nil {
		return ""
	}
	return o.ID
}

// end stops all jobs, as Ctrl-C does, and waits until they have ended.
func (js *jobs) end() {
	js.mu.Lock()
	js.ended = true
	js.mu.Unlock()
	for _, j := range running(js.all()) {
		go j.cancel()
	}
	js.done.Wait()
}

// cancel stops a job as Ctrl-C does. A second call makes it end sooner, as a second Ctrl-C does.
func (j *job) cancel() {
	first := false
	j.change(func(about *Job) {
		first = !about.Cancelling && about.State == stateRunning
		about.Cancelling = about.State == stateRunning
	})
	if first {
		j.process.Stop(jobGrace)
	} else {
		j.process.Interrupt()
	}
}

// jobState answers with the state of a job.
func (s *Server) jobState(r *http.Request) (any, error) {
	j, err := s.find(r)
	if err != nil {
		return nil, err
	}
	j.look()
	about, _ := j.state()
	return about, nil
}

// look updates the run and the phase of a job from its measurement.
func (j *job) look() {
	about, _ := j.state()
	if about.State != stateRunning {
		return
	}
	for _, m := range live.Find(storeOf(j.project)) {
		if m.PID == j.process.PID() && (m.ID != about.Run || m.Phase != about.Phase) {
			j.change(func(about *Job) {
				if about.State == stateRunning {
					about.Run, about.Phase = m.ID, m.Phase
				}
			})
		}
	}
}

// cancelJob stops a job. It answers before the job has ended.
func (s *Server) cancelJob(r *http.Request, _ struct{}) (any, error) {
	j, err := s.find(r)
	if err != nil {
		return nil, err
	}
	if j.isRunning() {
		go j.cancel()
	}
	return struct{}{}, nil
}

// inputJob writes to the standard input of a job.
func (s *Server) inputJob(r *http.Request, in struct {
	Text string
	End  bool
}) (any, error) {
	j, err := s.find(r)
	if err != nil {
		return nil, err
	}
	if err := j.in.add(in.Text); err != nil {
		return nil, err
	}
	if in.End {
		j.in.end()
	}
	return struct{}{}, nil
}
