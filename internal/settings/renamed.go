package settings

// renamed maps old names of settings of jprof.yaml and of options of the command line to their names today.
var renamed = map[string]string{
	"uninstrumented":     "skip",
	"check.not-measured": "check.unmeasured",
	"--max-not-measured": "--max-unmeasured",
}

// Renamed returns the name that an old setting or option has now, "" for none.
func Renamed(old string) string { return renamed[old] }

// others maps words that users may use in place of the names of settings to these names.
var others = map[string]string{"gates": "check", "gate": "check", "thresholds": "check", "ignore": "exclude",
	"quarantine": "check.quarantine"}
