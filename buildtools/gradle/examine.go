package gradle

import (
	"context"
	"strings"

	"jprof/buildtools"
)

// Examine is part of buildtools.Build. It gets the facts from Gradle. If Gradle does not start, it reads the build
// files.
func (b *build) Examine(ctx context.Context, e buildtools.Examiner) buildtools.Examination {
	var x buildtools.Examination
	exe, err := b.locate(b.Project.Root)
	if err == nil {
		x.Findings = []buildtools.Finding{{What: "Gradle", Text: exe.Where()}}
		var found answer
		err = e.InCopy(func(site buildtools.Site) error {
			found, err = b.ask(ctx, site)
			return err
		})
		if err == nil {
			x.Findings = append(x.Findings, buildtools.Finding{What: "version", Under: true, Text: found.Gradle},
				buildtools.Finding{What: "runs on", Under: true, Text: "Java " + found.Java + " in " + found.JavaHome})
			if len(found.Tests) > 0 {
				tests := strings.Join(found.Tests, ", ")
				x.Findings = append(x.Findings, buildtools.Finding{What: "tests by", Under: true, Text: tests})
			}
			x.Sets, x.As = found.Sets, "Gradle compiles"
			return x
		}
	}
	x.Findings = append(x.Findings, buildtools.Finding{What: "Gradle", Err: err})
	x.Sets, x.As = b.sourceSets(), "the build files seem to declare"
	return x
}
