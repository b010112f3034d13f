// Package git reads Git repositories of the user. It never changes a byte of one (scratch.go), and needs no
// network, but for files that a partial clone lacks of a commit that lines are compared with.
//
// From a folder, and with the user's git command, the package gives:
//
//   - Head, Since, Has and File: the commit that a project is at, the lines that differ from another commit, and files
//     of old commits. They are for reports and gates.
//   - Ask: the files that Git tracks, and the folders that it ignores. They decide which files the mirror has.
//   - Open, Above and (*Repository).Files: the content of .git in a copy of the working tree, so that a build in the
//     copy can ask Git for versions and cannot change the user's repository. SkipInIndex makes the index fit a copy
//     that has only a part of the tree.
//   - Environ: an environment without the variables that name another repository, such as those of a hook.
//
// Answers are Git's own, by the git on the PATH (git.go). Copies must also work on machines without one, if only
// libraries in the build read them: so repository.go reads .git itself, index.go rewrites the index, and
// config.go has a simple form for that case.
package git
