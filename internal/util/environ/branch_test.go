package environ

import (
	"strings"
	"testing"
)

// TestBranch has the variables of CI systems for pushes, requests, tags and forks.
func TestBranch(t *testing.T) {
	for vars, want := range map[string]string{
		"": "", "HOME=/x": "",
		"GITHUB_REF_NAME=main GITHUB_REF_TYPE=branch GITHUB_HEAD_REF=":                      "main",
		"GITHUB_REF_NAME=12/merge GITHUB_HEAD_REF=fix/a GITHUB_BASE_REF=main":               "fix/a",
		"GITHUB_REF_NAME=12/merge GITHUB_HEAD_REF=main GITHUB_BASE_REF=main":                "12/merge",
		"GITHUB_REF_NAME=v1.0 GITHUB_REF_TYPE=tag":                                          "",
		"CI_COMMIT_REF_NAME=dev":                                                            "dev",
		"CI_COMMIT_REF_NAME=v1.0 CI_COMMIT_TAG=v1.0":                                        "",
		"CI_MERGE_REQUEST_SOURCE_BRANCH_NAME=fix CI_COMMIT_REF_NAME=refs/merge/1":           "fix",
		"BRANCH_NAME=PR-7 CHANGE_BRANCH=fix":                                                "fix",
		"GIT_BRANCH=origin/main":                                                            "main",
		"BUILD_SOURCEBRANCH=refs/heads/release/2":                                           "release/2",
		"BUILD_SOURCEBRANCH=refs/pull/3/merge SYSTEM_PULLREQUEST_SOURCEBRANCH=refs/heads/x": "x",
		"BUILD_SOURCEBRANCH=refs/tags/v1":                                                   "",
		"CI_MERGE_REQUEST_SOURCE_BRANCH_NAME=m CI_MERGE_REQUEST_TARGET_BRANCH_NAME=m " +
			"CI_MERGE_REQUEST_REF_PATH=refs/merge-requests/4/head": "merge-requests/4/head",
	} {
		if got := (Env{Vars: strings.Fields(vars)}).Branch(); got != want {
			t.Errorf("%q: %q, want %q", vars, got, want)
		}
	}
}
