package doctor

import (
	"fmt"

	"jprof/internal/java/jdks"
	"jprof/internal/measure/agent"
	"jprof/internal/runs"
	"jprof/internal/util/words"
	"jprof/report/contexts/cct"
	"jprof/runner"
)

// contexts adds lines about contexts: jprof can record them or not, and the JDKs that it finds.
func (d *examiner) contexts() {
	if err := agent.Missing(); err != nil {
		d.line("contexts", "not recorded: "+err.Error())
		return
	}
	d.line("contexts", "recorded by --contexts: this jprof has its agent")
	cache, err := d.env.Cache()
	if err != nil {
		d.wrong("  cache", err)
		return
	}
	for _, home := range jdks.In(jdks.Places(d.env.Vars)) {
		refused, patch, err := agent.Look(cache, home.Dir, agent.Settings{})
		text := "full coverage possible; the first run with --contexts instruments the JDK"
		switch {
		case err != nil:
			d.wrong("  JDK", err)
			continue
		case refused != "":
			text = "no full coverage, --contexts=app only: " + refused
		case patch != "":
			text = "full coverage possible; the JDK is instrumented"
			if _, size, err := runner.DiskUsage(patch); err == nil {
				text += fmt.Sprintf(": %s in %s", words.Bytes(size), patch)
			}
		}
		d.line("  "+jdks.Name(home.Feature), text)
	}
}

// lastContexts reports on the newest run with contexts.
func (d *examiner) lastContexts(r *runs.Opened) {
	c := r.Contexts
	d.ofRunLine("newest run with contexts", r, words.Plural(c.JVMs, "JVM")+" recorded contexts")
	for _, p := range r.Incomplete {
		d.line("  incomplete", p)
	}
	if c.JVMs == 0 {
		d.line("  no contexts", r.NoContexts())
		return
	}
	d.line("  contexts", fmt.Sprintf("%s, coverage %s; they take about %s in a JVM",
		words.Thousands(c.Nodes), c.Coverage, words.Bytes(int64(c.Memory))))
	if c.Lost > 0 {
		d.line("  limit reached", fmt.Sprintf("%s of %s calls are in no context, as a JVM had more than %s. %s",
			words.Thousands(c.Lost), words.Thousands(c.Calls), words.Thousands(c.Limit),
			cct.WithinLimit(c.Limit, c.Coverage, c.Recursion)))
	}
}
