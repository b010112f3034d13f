package selection_test

import "testing"

// TestNewTestsByFile checks that a shard names new tests in other languages, and in modules that the run did not have.
func TestNewTestsByFile(t *testing.T) {
	p := newProject(t, true)
	p.write("src/test/kotlin/q/KotlinTest.kt", "package p.q\nclass KotlinTest")
	p.write("src/test/kotlin/q/Helper.kt", "package p.q\nclass Helper")
	p.write("src/test/groovy/ShopSpec.groovy", "class ShopSpec { }")
	p.write("new/src/test/java/n/NewTest.java", "// of n\npackage n;\nclass NewTest { }")
	p.write("src/test/kotlin/ATest.kt", "package p\nclass ATest")
	found := p.find("")
	shard := found.ShardOf(1, 1)
	if got, want := shard.ForMaven(), "ShopSpec,n.NewTest,p.ATest,p.q.KotlinTest"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
