package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/internal/jtest/chromium"
)

// TestUIMaven does with a Maven project what a new user does: build it, see why it fails, cancel it.
func TestUIMaven(t *testing.T) {
	t.Parallel()
	jtest.NeedsTool(t, "mvn")
	dir := filepath.Join(t.TempDir(), "calc")
	if err := os.CopyFS(dir, os.DirFS("../../../testdata/demo")); err != nil {
		t.Fatal(err)
	}
	if err := jtest.QuickTests(filepath.Join(dir, "pom.xml")); err != nil {
		t.Fatal(err)
	}
	w := openUI(t)
	w.open(dir)
	w.press("What was found")
	w.has(".findings", "1 module")
	w.press("Run jprof mvn verify")
	w.has(jobIs, "passed")
	w.has(output, "BUILD SUCCESS")
	w.has(".facts", "22 tests")

	// It fails, and the message leads to the line.
	formula := filepath.Join(dir, "src/main/java/demo/calc/Formula.java")
	text, err := os.ReadFile(formula)
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.Replace(string(text), "\n}", "\n  int broken = none;\n}", 1)
	if err := os.WriteFile(formula, []byte(broken), 0o666); err != nil {
		t.Fatal(err)
	}
	w.press("Change and run again")
	w.await(`document.querySelector(".basics input")?.value ?? ""`, "verify")
	w.press("test")
	w.await(chromium.Text("#line"), "jprof mvn test")
	w.press("Run")
	w.has(jobIs, "build failed")
	w.has(output, "cannot find symbol")
	chromium.Eval[bool](t, w.ctx, `Array.from(document.querySelectorAll(".terminal a")).find((a) => `+
		`a.textContent.includes("Formula.java")).click() ?? true`)
	w.await(chromium.Text(".shown-source h2"), "src/main/java/demo/calc/Formula.java")
	w.has(".shown-source [aria-current]", "int broken = none;")

	// It takes too long, and is cancelled.
	slow := "package demo.calc;\n\nimport org.junit.jupiter.api.Test;\n\nclass SlowTest {\n    @Test\n    " +
		"void sleeps() throws Exception {\n        System.out.println(\"it sleeps\");\n        " +
		"Thread.sleep(600000);\n    }\n}\n"
	if err := errors.Join(os.WriteFile(formula, text, 0o666),
		os.WriteFile(filepath.Join(dir, "src/test/java/demo/calc/SlowTest.java"), []byte(slow), 0o666)); err != nil {
		t.Fatal(err)
	}
	w.press("Run")
	w.await(`document.querySelector(".basics input")?.value ?? ""`, "test")
	w.press("Run")
	w.has(output, "it sleeps")
	w.press("Cancel")
	w.has(jobIs, "cancelled")
}

// TestAcceptanceUIGradle builds a project with Gradle.
func TestAcceptanceUIGradle(t *testing.T) {
	jtest.Acceptance(t)
	t.Parallel()
	jtest.NeedsTool(t, "gradle")
	dir := filepath.Join(t.TempDir(), "app")
	for name, text := range map[string]string{
		"settings.gradle": "rootProject.name = 'app'\n",
		"build.gradle": "apply plugin: 'java'\ntask start(type: JavaExec) {\n    classpath = " +
			"sourceSets.main.runtimeClasspath\n" +
			"    main = 'app.App'\n}\nbuild.dependsOn start\n",
		"src/main/java/app/App.java": "package app;\n\npublic class App {\n    public static void main(String[] " +
			"args) {\n" +
			"        System.out.println(\"it runs\");\n    }\n}\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text),
			0o666)); err != nil {
			t.Fatal(err)
		}
	}
	w := openUI(t)
	w.open(dir)
	w.press("Run jprof gradle build")
	w.has(jobIs, "passed")
	w.has(output, "it runs")
	w.has(output, "BUILD SUCCESSFUL")
	w.press("Overview")
	w.has(".now", "Newest run:")
}
