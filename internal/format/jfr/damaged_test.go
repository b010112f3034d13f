package jfr

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"jprof/internal/jtest"
)

// busy is a program of half a second.
const busy = `public class Busy {
	static long f(int n) { long sum = 0; for (int i = 0; i < n; i++) sum += i * 31L ^ sum; return sum; }
	public static void main(String[] args) throws Exception {
		long end = System.nanoTime() + 500_000_000L, sum = 0;
		while (System.nanoTime() < end) sum += f(100_000);
		System.out.println(sum);
	}
}`

// recording returns a recording of the newest JDK.
func recording(t testing.TB) []byte {
	t.Helper()
	jdk := jtest.Newest(t)
	dir := t.TempDir()
	source, file := filepath.Join(dir, "Busy.java"), filepath.Join(dir, "busy.jfr")
	if err := os.WriteFile(source, []byte(busy), 0o666); err != nil {
		t.Fatal(err)
	}
	option := "-XX:StartFlightRecording:settings=profile,filename=" + file
	out, err := exec.Command(jdk.Java(), option, source).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// FuzzRecording checks that a damaged recording takes no more memory than its size allows, and is no panic. The fuzzer
// begins with a whole recording.
func FuzzRecording(f *testing.F) {
	data := recording(f)
	samples := 0
	err := readRecording(data, true, []string{"jdk.ThreadPark"}, func(event) { samples++ })
	if err != nil || samples == 0 {
		f.Fatalf("the recording has %d samples, %v", samples, err)
	}
	f.Add(data, uint32(0), []byte(nil))
	for at := uint32(0); at < uint32(len(data)); at += 2503 {
		f.Add(data, at, []byte{0xff, 0xff, 0xff, 0xff, 0x0f})
		f.Add(data, at, []byte{0, 0x80})
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint32, damage []byte) {
		data = append([]byte(nil), data...)
		copy(data[min(int(at), len(data)):], damage)
		taken := jtest.Allocated(func() {
			_ = readRecording(data, at%2 == 0, []string{"jdk.ThreadPark"}, func(event) {})
		})
		if taken > uint64(100*len(data)+16<<20) {
			t.Errorf("%d MB for a recording of %d kB", taken>>20, len(data)>>10)
		}
	})
}
