package settings

// renamed has the settings of jprof.yaml and the options of the command line that had another name in an older version,
// and the name of each today.
var renamed = map[string]string{
	"uninstrumented":     "skip",
	"check.not-measured": "check.unmeasured",
	"--max-not-measured": "--max-unmeasured",
}

// Renamed returns the name that an old setting or option has now, "" for none.
func Renamed(old string) string { return renamed[old] }

// others has words that users take for settings, with the names of these.
var others = map[string]string{"gates": "check", "gate": "check", "thresholds": "check", "ignore": "exclude"}
