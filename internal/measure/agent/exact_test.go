package agent

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// measure runs a class with an agent, and reads its contexts.
func measure(t *testing.T, j jtest.JDK, args ...string) []node {
	t.Helper()
	counts := t.TempDir()
	out, problems, err := java(t, j, []string{"JPROF_COUNTS=" + counts}, args...)
	if err != nil || problems != "" {
		t.Fatalf("%v\n%s%s", err, out, problems)
	}
	return tally(t, counts)
}

// intrinsics are the contexts, calls and bytecodes in the comment of Intrinsics, by what a JDK's file release says. An
// independent trial had the same calls and bytecodes; its 57 contexts for 25.0.3 were those with measured(), work()
// and two of Object's constructor, which are not of the JDK's classes here.
var intrinsics = map[string][3]int64{
	`JAVA_VERSION="17.0.15"`: {46, 4_500_002, 80_017_892},
	`JAVA_VERSION="25.0.3"`:  {53, 5_877_002, 90_491_889},
}

// inJDK adds up the contexts, calls and bytecodes of the JDK's methods below Intrinsics.measured.
func inJDK(all []node) (sums [3]int64) {
	for _, n := range below(all, "Intrinsics.measured()I") {
		if strings.HasPrefix(n.method, "java.") || strings.HasPrefix(n.method, "jdk.") {
			sums[0]++
			sums[1] += n.calls
			sums[2] += n.bytecodes
		}
	}
	return sums
}

// A method that compilers replace by code of their own counts as the code of the class file. The numbers depend on the
// build of the JDK; those of two builds are in the program's comment.
func TestIntrinsics(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			classes := compile(t, j, filepath.FromSlash("../../../testdata/contexts/Intrinsics.java"))
			got := inJDK(measure(t, j, append(full(t, j).Options(), compilers, "-cp", classes, "Intrinsics")...))
			t.Logf("contexts, calls and bytecodes %d", got)
			release, err := os.ReadFile(filepath.Join(j.Home, "release"))
			if err != nil {
				t.Fatal(err)
			}
			for build, want := range intrinsics {
				if strings.Contains(string(release), build) && got != want {
					t.Errorf("%s: contexts, calls and bytecodes %d, want %d", build, got, want)
				}
			}
		})
	}
}

// A method that the interpreter replaces as well has no numbers: the JVM's own code reads references as collectors need
// it, and computes the same without jprof.
func TestBuiltIn(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			classes := compile(t, j, "testdata/BuiltIn.java")
			all := measure(t, j, append(full(t, j).Options(), compilers, "-cp", classes, "BuiltIn")...)
			work := below(all, "BuiltIn.work(I)V")
			if len(work) < 10 {
				t.Errorf("only %v", work)
			}
			for _, n := range work {
				if strings.HasSuffix(n.method, ".Reference.get()Ljava/lang/Object;") ||
					n.method == "java.lang.Math.sin(D)D" {
					t.Errorf("%s has %d calls", n.method, n.calls)
				}
			}
		})
	}
}

// Compiled and interpreted programs have equal numbers.
func TestAcceptanceInterpreted(t *testing.T) {
	jtest.Acceptance(t)
	for _, j := range jtest.JDKs(t) {
		for _, program := range []string{"../../../testdata/contexts/Intrinsics.java", "testdata/BuiltIn.java"} {
			t.Run(j.String()+"/"+filepath.Base(program), func(t *testing.T) {
				name, classes := strings.TrimSuffix(filepath.Base(program), ".java"), compile(t, j, program)
				// Without threads of the JVM itself, and without the order of Map.of, which each JVM draws by lot:
				// before JDK 17 such a map has the properties that programs start with.
				own := func(option string) []node {
					all := measure(t, j, append(full(t, j).Options(), option, "-cp", classes, name)...)
					return slices.DeleteFunc(all, func(n node) bool {
						lot := strings.Contains(n.path, "java.util.ImmutableCollections$MapN.probe(")
						return j.Version < 17 && lot || !strings.HasPrefix(n.path, "main;")
					})
				}
				a, b := own(compilers), own("-Xint")
				for i := range min(len(a), len(b)) {
					if a[i] != b[i] {
						t.Fatalf("%d and %d contexts, first difference:\n%v\n%v", len(a), len(b), a[i], b[i])
					}
				}
				if len(a) != len(b) {
					t.Errorf("%d contexts, interpreted %d", len(a), len(b))
				}
			})
		}
	}
}

// The methods of a program have the same numbers whether the JDK is covered or not. Their contexts differ: methods of
// the JDK stand between them. The classes of lambdas are made by the JDK, and covered with it only.
func TestCoverages(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		for _, program := range []string{"Contexts", "TimeFormat"} {
			t.Run(j.String()+"/"+program, func(t *testing.T) {
				t.Parallel()
				classes := compile(t, j, filepath.FromSlash("../../../testdata/contexts/"+program+".java"))
				sums := func(options []string) map[string][2]int64 {
					sums := map[string][2]int64{}
					for _, n := range measure(t, j, append(options, "-cp", classes, program)...) {
						if strings.HasPrefix(n.method, program) && !strings.Contains(n.method, "$$Lambda") {
							s := sums[n.method]
							sums[n.method] = [2]int64{s[0] + n.calls, s[1] + n.bytecodes}
						}
					}
					return sums
				}
				want, got := sums(application(t, j).Options()), sums(full(t, j).Options())
				if len(want) < 5 {
					t.Errorf("only %d methods", len(want))
				}
				if !maps.Equal(want, got) {
					for method, w := range want {
						if got[method] != w {
							t.Errorf("%s: %d calls and bytecodes, want %d", method, got[method], w)
						}
					}
					t.Errorf("%d methods, want %d", len(got), len(want))
				}
			})
		}
	}
}

// The constructors of exceptions that the JVM throws itself are counted each time, in compiled code as well, below the
// method that threw them, though it calls nothing.
func TestThrown(t *testing.T) {
	for _, j := range jtest.JDKs(t) {
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			classes, thrown := compile(t, j, "testdata/Thrown.java"), map[string]int64{}
			for _, n := range measure(t, j, append(full(t, j).Options(), compilers, "-cp", classes, "Thrown")...) {
				class, descriptor, ok := strings.Cut(n.method, ".<init>")
				if ok && strings.HasPrefix(n.path, "main;Thrown.") &&
					strings.Contains(n.path, ";Thrown.all(I)V;Thrown.") &&
					(descriptor == "(Ljava/lang/String;)V" || class == "java.lang.NullPointerException") {
					thrown[class] += n.calls
				}
			}
			for _, class := range []string{"NullPointer", "ArrayIndexOutOfBounds", "Arithmetic", "ClassCast",
				"ArrayStore"} {
				if n := thrown["java.lang."+class+"Exception"]; n != 100_000 {
					t.Errorf("%d calls of the constructor of %sException, want 100000", n, class)
				}
			}
		})
	}
}
