package agent

import "jprof/plugins"

// Look returns what Prepare would find for the JDK in the folder home, for jprof doctor. refused is the reason why the
// JDK cannot have full coverage. patch is the folder of its instrumented java.base, "" if it was not made yet. Look
// writes nothing.
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

// Missing returns an error if this jprof was built without an agent.
func Missing() error {
	_, err := plugins.ContextAgent()
	return err
}
