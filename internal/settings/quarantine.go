package settings

import (
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"jprof/report/gate"
	"jprof/report/pattern"
)

// Quarantine names tests that may fail up to a day.
type Quarantine struct {
	Test   Texts  `yaml:"test"` // patterns
	Until  Day    `yaml:"until"`
	Reason string `yaml:"reason"`
}

// Day is a day, such as 2027-01-31.
type Day struct{ time.Time }

// String returns the day as it is written.
func (d Day) String() string { return d.Format(time.DateOnly) }

func (d *Day) UnmarshalYAML(n *yaml.Node) (err error) {
	d.Time, err = time.Parse(time.DateOnly, n.Value) // as for Count
	return err
}

// rule converts an entry to a rule of package gate. Errors are valueErrors below it.
func (q Quarantine) rule() (gate.QuarantineRule, error) {
	r := gate.QuarantineRule{Until: q.Until.Time, Reason: strings.TrimSpace(q.Reason)}
	switch {
	case len(q.Test) == 0 || strings.TrimSpace(q.Test[0]) == "":
		return r, settingf(": requires a test, as in test: ParserTest#slow")
	case q.Until.IsZero():
		return r, settingf(": requires the last day, as in until: 2027-01-31")
	case r.Reason == "":
		return r, settingf(": requires a reason")
	}
	for _, text := range q.Test {
		r.Match = append(r.Match, pattern.ParseTest(strings.TrimSpace(text)))
	}
	return r, nil
}
