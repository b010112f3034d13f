// Command jprof-store reads and writes buckets of S3, Google Cloud Storage and Azure for jprof, which starts it when a
// command names such a bucket. It takes no arguments, and ends with its input: package bucket describes the messages.
package main

import (
	"fmt"
	"os"

	"jprof/internal/util/bucket"
	"jprof/internal/util/version"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Println("jprof-store " + version.String() + ": jprof starts it for s3://, gs:// and azblob://")
		if os.Args[1] != "--version" {
			os.Exit(2)
		}
		return
	}
	// Messages of the drivers must not come between the answers.
	out := os.Stdout
	os.Stdout = os.Stderr
	if err := bucket.Serve(os.Stdin, out, open); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
