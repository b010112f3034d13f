package runner

import "testing"

func TestBatchLine(t *testing.T) {
	const path = `C:\my tools\mvn.cmd`
	const begin = `cmd.exe /e:ON /v:OFF /d /c ""C:\my tools\mvn.cmd"`
	for arg, want := range map[string]string{
		`verify`:              `verify`,
		`-f`:                  `-f`,
		`C:\a\pom.xml`:        `C:\a\pom.xml`,
		``:                    `""`,
		`C:\a b\`:             `"C:\a b\\"`,
		`-Dtest=A,B`:          `"-Dtest=A,B"`,
		`-Dx=1&2|3<4>5^6`:     `"-Dx=1&2|3<4>5^6"`,
		`a"b`:                 `"a""b"`,
		`a\"b`:                `"a\\""b"`,
		`%PATH%`:              `"%%cd:~,%PATH%%cd:~,%"`,
		`prüf`:                `"prüf"`,
		`-Dexpression=!a!`:    `"-Dexpression=!a!"`,
		`(:core,!:web) -pl x`: `"(:core,!:web) -pl x"`,
	} {
		if got, err := batchLine(path, []string{arg, "end"}); err != nil || got != begin+" "+want+` end"` {
			t.Errorf("%s: %s, %v\nwant %s", arg, got, err, want)
		}
	}
	if _, err := batchLine(path, []string{"a\nb"}); err == nil {
		t.Error("a line break is passed on")
	}
	for path, want := range map[string]bool{"mvn.CMD": true, "gradlew.bat": true, "mvn": false, "java.exe": false} {
		if got := isBatch(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}
