package maven

import (
	"context"

	"jprof/buildtools"
)

// Examine is part of buildtools.Build. It starts no build, because the source sets are read from the poms.
func (b *build) Examine(ctx context.Context, e buildtools.Examiner) buildtools.Examination {
	return buildtools.Examination{Findings: b.findings(ctx, e), Sets: b.sourceSets(), As: "the poms declare"}
}

// findings returns the Maven that a build would run, and whether the extension can be compiled for it.
func (b *build) findings(ctx context.Context, e buildtools.Examiner) []buildtools.Finding {
	exe, err := b.locate(b.Project.Root)
	if err != nil {
		return []buildtools.Finding{{What: "Maven", Err: err}}
	}
	install, err := b.inspect(ctx, exe, e.Cache, e.Run)
	if err != nil {
		return []buildtools.Finding{{What: "Maven", Err: err}}
	}
	_, err = install.extension(ctx, e.Cache, e.Run)
	return []buildtools.Finding{
		{What: "Maven", Text: install.Version + " by " + exe.Where()},
		{What: "runs on", Under: true, Text: "Java " + install.JavaVersion + " in " + install.JavaHome},
		{What: "extension", Under: true, Text: "compiled for this version", Err: err},
	}
}
