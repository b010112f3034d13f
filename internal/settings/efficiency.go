package settings

import (
	"jprof/report/contexts/efficiency"
	"jprof/report/pattern"
)

// Efficiency holds the rules by which the efficiency of methods is computed.
type Efficiency struct {
	Output        Texts    `yaml:"output"` // patterns of methods that are output, natives above all
	NativeCost    string   `yaml:"native-cost"`
	ValueTypes    Texts    `yaml:"value-types"` // classes
	LowEfficiency *Percent `yaml:"low-efficiency"`
}

// Rules returns the default rules of jprof, changed by the settings. Errors are valueErrors below the settings.
func (e Efficiency) Rules() (efficiency.Options, error) {
	o := efficiency.Default()
	err := e.Apply(&o)
	return o, err
}

// Apply changes the rules o by the settings. Errors are valueErrors below the settings.
func (e Efficiency) Apply(o *efficiency.Options) error {
	output, err := parsed("output", e.Output, pattern.ParseCompiled)
	if err != nil {
		return err
	}
	o.Output = append(o.Output, output...)
	if e.NativeCost != "" {
		if err := o.Charge(e.NativeCost); err != nil {
			return under(settingf(": %w", err), "native-cost")
		}
	}
	for i, class := range e.ValueTypes {
		if err := o.CountAsValue([]string{class}); err != nil {
			return under(settingf(": %w", err), "value-types", i)
		}
	}
	if e.LowEfficiency != nil {
		if err := e.LowEfficiency.inRange(); err != nil {
			return under(err, "low-efficiency")
		}
		o.LowEfficiency = e.LowEfficiency.Millionths()
	}
	return nil
}
