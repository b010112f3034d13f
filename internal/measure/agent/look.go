package agent

import "jprof/plugins"

// Look returns, for jprof doctor, the findings of Prepare for the JDK in the folder home: the reason why it cannot have
// full coverage, or the folder of its instrumented java.base, "" if it was not made yet. Nothing is written.
func Look(cache, home string, s Settings) (refused, patch string, err error) {
	jar, err := plugins.ContextAgent()
	if err != nil {
		return "", "", err
	}
	j := inspect(home)
	if j.refused != "" {
		return j.refused, "", nil
	}
	patch, refused, _ = patchIn(storeIn(cache, jar).patchDir(j, s))
	return refused, patch, nil
}

// Missing says why this jprof has no agent, nil if it has one.
func Missing() error {
	_, err := plugins.ContextAgent()
	return err
}
