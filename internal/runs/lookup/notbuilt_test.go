package lookup

import "testing"

// TestIsNamed checks which names of files, classes and methods are those of a source.
func TestIsNamed(t *testing.T) {
	const file = "/x/app/src/main/java/org/app/Main.java"
	for name, want := range map[string]bool{
		"Main.java": true, "src/main/java/org/app/Main.java": true, "ain.java": false, "Other.java": false,
		"Main": true, "org.app.Main": true, "Main.Inner": true, "Main$Inner.run": true,
		"Main.run(java.lang.String)": true, "app.Mains": false,
		"org.other.Main": false, "run": false, ".": false, "/": false, "..": false,
	} {
		if got := isNamed(file, name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
