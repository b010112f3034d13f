package environ

import (
	"cmp"
	"strings"
)

// branches lists the variables in which CI systems name the branch that they build, the more exact ones first. They are
// needed if a CI system checks out a commit without a branch, because Git does not know the branch then.
var branches = []string{
	"GITHUB_HEAD_REF", "GITHUB_REF_NAME", // GitHub: of a pull request, else of the push
	"CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME", // GitLab
	"CHANGE_BRANCH", "BRANCH_NAME", "GIT_BRANCH", // Jenkins
	"SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCH", // Azure Pipelines
	"CIRCLE_BRANCH", "BITBUCKET_BRANCH", "BUILDKITE_BRANCH",
}

// forks has the variables for the source branch, the target branch, and the own name of a request. If both branches
// have the same name, the source branch belongs to a fork, and is no branch of this repository.
var forks = [][3]string{
	{"GITHUB_HEAD_REF", "GITHUB_BASE_REF", "GITHUB_REF_NAME"},
	{"CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "CI_MERGE_REQUEST_REF_PATH"},
}

// Branch returns the name of the branch that a CI system builds, "" if no variable has one or if it builds a tag.
func (e Env) Branch() string {
	if e.Getenv("GITHUB_REF_TYPE") == "tag" || e.Getenv("CI_COMMIT_TAG") != "" {
		return ""
	}
	for _, f := range forks {
		if source := e.Getenv(f[0]); source != "" && source == e.Getenv(f[1]) {
			return cmp.Or(strings.TrimPrefix(e.Getenv(f[2]), "refs/"), source)
		}
	}
	for _, name := range branches {
		value := e.Getenv(name)
		for _, prefix := range []string{"refs/heads/", "origin/"} {
			value = strings.TrimPrefix(value, prefix)
		}
		if value != "" && !strings.HasPrefix(value, "refs/") {
			return value
		}
	}
	return ""
}
