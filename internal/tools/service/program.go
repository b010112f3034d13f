package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
	"jprof/internal/measure/shadow"
)

// Sizes of the program: its packages, their classes, and the methods of a class.
const (
	packages = 100
	classes  = 10
	methods  = 10
)

// program is the service, compiled with counters and without them.
type program struct {
	jdk            jtest.JDK
	plain, counted string // class paths
	set            *probe.Set
}

// build writes and compiles the service. Its two forms are in folders of their own in dir.
func build(jdk jtest.JDK, dir string) (*program, error) {
	src := filepath.Join(dir, "src")
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := writeSources(src); err != nil {
		return nil, err
	}
	p := &program{jdk: jdk, plain: filepath.Join(dir, "plain"), counted: filepath.Join(dir, "counted")}
	copied, mapPath := filepath.Join(dir, "instrumented"), filepath.Join(dir, "main.map")
	_, err := shadow.Write(context.Background(), mapPath, []instrument.Root{{Src: src, Dst: copied}},
		instrument.Options{SourceSet: "main"})
	if err != nil {
		return nil, err
	}
	if p.set, err = probe.ReadFile(mapPath); err != nil {
		return nil, err
	}
	for from, to := range map[string]string{src: p.plain, copied: p.counted} {
		if err := compile(jdk, from, to); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// compile compiles a folder of sources.
func compile(jdk jtest.JDK, src, out string) error {
	var files []string
	err := filepath.WalkDir(src, func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".java") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	list := out + ".files"
	if err := os.WriteFile(list, []byte(strings.Join(files, "\n")), 0o666); err != nil {
		return err
	}
	output, err := exec.Command(jdk.Javac(), "-nowarn", "-d", out, "@"+list).CombinedOutput()
	if err != nil {
		return fmt.Errorf("javac: %w\n%s", err, output)
	}
	return nil
}

// writeSources writes 1,000 classes, and the server that calls them.
func writeSources(dir string) error {
	var calls strings.Builder
	for p := range packages {
		for c := range classes {
			var text strings.Builder
			fmt.Fprintf(&text, "package p%d;\n\npublic class C%d {\n", p, c)
			for m := range methods {
				fmt.Fprintf(&text, `    private static int m%d(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if ((i ^ n) %% 3 == 0 && sum < 1000) {
                sum += i * %d;
            } else if (i > 5 || sum < 0) {
                sum -= n;
            } else {
                sum ^= i;
            }
        }
        return sum < 0 ? -sum : sum;
    }

`, m, m+3)
			}
			text.WriteString("    public static int work(int n) {\n        int sum = 0;\n")
			for m := range methods {
				fmt.Fprintf(&text, "        sum += m%d(n + %d);\n", m, m)
			}
			text.WriteString("        return sum;\n    }\n}\n")
			if err := write(filepath.Join(dir, fmt.Sprintf("p%d/C%d.java", p, c)), text.String()); err != nil {
				return err
			}
			fmt.Fprintf(&calls, "            case %d: return p%d.C%d.work(n);\n", p*classes+c, p, c)
		}
	}
	return write(filepath.Join(dir, "app/Service.java"), fmt.Sprintf(service, calls.String()))
}

func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// service is a server of HTTP. Its arguments are the number of its threads, and whether these are virtual. It prints
// its port. /work?N calls 20 classes from the Nth on; /all calls all of them in each of its threads, which then wait at
// each other, so that all of them live and have counted; /memory has the bytes of the heap after a collection.
const service = `package app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Service {
    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        ExecutorService pool = args.length > 1
                ? (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null)
                : Executors.newFixedThreadPool(threads);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/work", e -> work(e));
        server.createContext("/all", e -> all(e, pool, threads));
        server.createContext("/memory", e -> {
            for (int i = 0; i < 3; i++) {
                System.gc();
            }
            answer(e, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        });
        server.setExecutor(pool);
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private static void work(HttpExchange e) throws IOException {
        int n = Integer.parseInt(e.getRequestURI().getQuery());
        long sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += call((n + i) %% 1000, i);
        }
        answer(e, sum);
    }

    private static void all(HttpExchange e, ExecutorService pool, int threads) throws IOException {
        CountDownLatch counted = new CountDownLatch(threads - 1);
        for (int t = 1; t < threads; t++) {
            pool.execute(() -> {
                for (int i = 0; i < 1000; i++) {
                    call(i, 3);
                }
                counted.countDown();
                try {
                    counted.await();
                } catch (InterruptedException never) {
                    throw new IllegalStateException(never);
                }
            });
        }
        try {
            counted.await();
        } catch (InterruptedException never) {
            throw new IllegalStateException(never);
        }
        answer(e, threads);
    }

    private static void answer(HttpExchange e, long value) throws IOException {
        byte[] text = Long.toString(value).getBytes();
        e.sendResponseHeaders(200, text.length);
        e.getResponseBody().write(text);
        e.close();
    }

    private static int call(int i, int n) {
        switch (i) {
%s            default: return 0;
        }
    }
}
`
