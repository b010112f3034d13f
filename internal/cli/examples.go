package cli

// example is a command line, and its effect.
type example struct{ line, does string }

// examples end the help of each command, by its name; "" is jprof itself. This is the only place for them: help,
// the man page and docs/COMMANDS.md all show these.
var examples = map[string][]example{
	"": {
		{"jprof mvn verify", "build and test a Maven project, count, and write a report"},
		{"jprof gradle build", "the same for a Gradle project"},
		{"jprof run Main.java 10", "compile and run a program with the argument 10, and count"},
		{"jprof report --open", "write the report of the newest run again, and open it in a browser"},
	},
	"mvn": {
		{"jprof mvn verify", "build and test the project, and count"},
		{"jprof mvn --label base -pl core -am test", "test a module and what it depends on, as the run base"},
	},
	"gradle": {
		{"jprof gradle build", "build and test the project, and count"},
		{"jprof gradle --repeat 3 test", "test three times, and list the counts that are not always the same"},
	},
	"run": {
		{"jprof run Main.java 10", "compile and run one file with the argument 10"},
		{"jprof run -d src -cp lib/a.jar src/app/Main.java", "count in all sources below src, with a library"},
	},
	"instrument": {
		{"jprof instrument src -o counted", "write a copy of src with counters to counted"},
		{"jprof instrument Main.java --release 25", "for code that javac compiles with --release 25"},
	},
	"report": {
		{"jprof report --open", "write the report of the newest run, and open it in a browser"},
		{"jprof report --run base --text --top 5", "print totals and hottest places of the run base"},
	},
	"top": {
		{"jprof top -n 5 'com.example.**'", "the five hottest methods of a package and of those below it"},
		{"jprof top --classes --by invocations", "the classes whose methods were invoked most often"},
	},
	"show": {
		{"jprof show Parser.java:parse", "the methods named parse of a file"},
		{"jprof show com.example.Parser:12-40 --run base", "lines of the file of a class, with the counts of the run base"},
		{"jprof show --missed --json", "what never happened in all main sources, for programs"},
	},
	"export": {
		{"jprof export --format lcov -o lcov.info", "for tools that show coverage"},
		{`jprof export --format markdown -o - >>"$GITHUB_STEP_SUMMARY"`, "a summary on the page of a CI job"},
	},
	"runs": {
		{"jprof runs", "list the runs of this project"},
		{"jprof runs --json", "the same for programs"},
	},
	"merge": {
		{"jprof merge unit integration -o all.tar.gz", "add up two runs of this project"},
		{"jprof merge downloads -o merged --label all", "add up all runs and archives of runs in a folder"},
	},
	"diff": {
		{"jprof diff base now", "print the methods, classes and regions that differ most"},
		{"jprof diff base now --html differences", "write pages with both sources side by side"},
		{"jprof diff --exit-code base now", "fail if something differs"},
	},
	"check": {
		{"jprof check --min-lines 80 --min-branches 70", "fail if fewer lines or branches are executed"},
		{"jprof check --since origin/main --min-changed-lines 90", "check only changed lines"},
	},
	"doctor": {
		{"jprof doctor", "examine the project in this folder"},
		{"jprof doctor -f core/pom.xml", "examine another one"},
	},
	"clean": {
		{"jprof clean", "remove the copy of the project; runs and the report stay"},
		{"jprof clean --runs", "remove the runs and the report, too"},
	},
	"completion": {
		{"jprof completion bash >~/.local/share/bash-completion/completions/jprof", "for bash"},
		{"jprof completion zsh >~/.zfunc/_jprof", "for zsh, where ~/.zfunc is in $fpath"},
		{"jprof completion fish >~/.config/fish/completions/jprof.fish", "for fish"},
	},
	"man": {
		{"jprof man | man -l -", "read it"},
		{"jprof man >jprof.1", "for a package"},
	},
	"help": {
		{"jprof help", "list the commands"},
		{"jprof help check", "describe one command"},
	},
	"version": {
		{"jprof version", "print the version"},
		{"jprof --version", "the same"},
	},
}
