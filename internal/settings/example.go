package settings

// Example is settings that are right, with a comment for each, for users who begin.
const Example = `# What reports hide, by paths in the project and by annotations.
exclude:
  paths: ["**/generated/**"]
  annotations: [Generated]

# Sources that are compiled without counters.
skip: ["**/MustNotChange.java"]

# Give each test its own counts.
by-test: false

# Gates: jprof check fails where a percentage is lower.
check:
  lines: 80
  branches: 70
`
