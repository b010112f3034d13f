package settings

// Example is the text of valid settings, each with a comment, for new users.
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
