# Targets for building, testing and measuring jprof. make help lists them.

GO ?= go
comma := ,

# The Java agent that records calling contexts: plugins embeds the jar. Without Maven jprof is built without it.
agent := plugins/agent/dist/agent.jar
agent_api := plugins/agent/dist/jprof-api.jar
agent_sources := plugins/agent/pom.xml $(shell find plugins/agent/src/main -type f)

# The parts of others that the extension of VS Code is made with, and of: those of its package-lock.json.
vscode := plugins/vscode
$(vscode)/node_modules: $(vscode)/package-lock.json
	if command -v npm >/dev/null; then npm ci --ignore-scripts --silent --no-audit --no-fund --prefix $(vscode) && touch $@; \
	else echo "npm is missing: the extension of VS Code is neither made nor tested" >&2; fi

.PHONY: help build agent dist local-repository try home demo check vulnerabilities test test-times acceptance acceptance-gradle \
	stress soak fuzz \
	fuzz-efficiency oracle corpus contexts-corpus screenshots corpus-gradle bench bench-counts bench-contexts bench-agent \
	bench-mvn corpus-sources jdk-sources bench-instrument efficiency-table table-programs table-suites scale \
	soak-service torture bench-service mutants shares fmt lint tools vscode vscode-test clean

help:
	@sed -n 's/^## //p' Makefile

## build             makes bin/jprof, with the agent for --contexts (that needs a JDK and Maven), bin/jprof-store, which
##                   reaches stores in clouds, and bin/jprof-api.jar
build: $(if $(shell command -v mvn),$(agent),no-agent)
	$(GO) build -trimpath -o bin/ ./cmd/jprof ./cmd/jprof-store
	@if [ -f $(agent_api) ]; then cp $(agent_api) bin; fi

.PHONY: no-agent
no-agent:
	@[ -f $(agent) ] || echo "no mvn on the PATH: jprof is built without the agent, so without --contexts" >&2

## agent             makes the Java agent only, where its sources have changed
agent: $(agent)

# A file whose sources are newer is made again, so its time is that of the copy.
$(agent): $(agent_sources)
	rm -rf plugins/agent/target
	mvn -B -q -Dstyle.color=never -f plugins/agent/pom.xml package
	cp plugins/agent/target/agent-api.jar $(agent_api)
	cp plugins/agent/target/agent.jar $@.part
	mv $@.part $@

## dist              makes dist: the archives, packages and artifacts of a release for Linux, macOS and Windows, and
##                   their checksums; TARGETS=linux/amd64,windows/amd64; KEY=0123ABCD: signed by this key of GnuPG
dist: $(agent)
	$(GO) run ./internal/tools/dist -o dist $(if $(TARGETS),-targets $(TARGETS)) $(if $(KEY),-key $(KEY))

## local-repository  deploys the plugins for Maven and Gradle, and the programs of this system, to REPO=DIR, in the layout
##                   of Maven's repositories
local-repository: build
	@if [ -z "$(REPO)" ]; then echo "make local-repository REPO=DIR" >&2; exit 2; fi
	$(GO) run ./internal/tools/dist -repository "$(REPO)" $(if $(KEY),-key $(KEY))

## vscode            makes dist/jprof-VERSION.vsix, the extension of VS Code; needs npm. TARGET=linux-x64 ARCHIVE=DIR:
##                   with the program in it, from the unpacked archive of a release
vscode: $(vscode)/node_modules
	rm -rf $(vscode)/bin $(vscode)/dist
	mkdir -p dist
	$(if $(ARCHIVE),mkdir $(vscode)/bin && cp $(wildcard $(addprefix $(ARCHIVE)/,jprof jprof.exe THIRD-PARTY.txt)) $(vscode)/bin)
	cp LICENSE $(vscode)
	cd $(vscode) && npm run --silent check && npm run --silent build && \
		npm run --silent package -- --out ../../dist/ $(if $(TARGET),--target $(TARGET))

## vscode-test       tries the extension of VS Code in a real editor, in a browser; PICTURES=DIR keeps what is seen
vscode-test: build $(if $(shell command -v npm),vscode)
	JPROF_PICTURES=$(abspath $(PICTURES)) sh $(vscode)/test/editor/run.sh bin/jprof dist/jprof-$(shell sed -n 's/^  "version": "\(.*\)",/\1/p' $(vscode)/package.json).vsix

## try               runs the archives in dist in bare systems, as root: Debian 11, musl, ARM by qemu, Windows by wine
try:
	sh internal/tools/dist/try.sh dist

## home              sets where the project lives, once: ADDRESS=github.com/acme/jprof CONTACT=jprof@acme.example
# Import paths are alone in their lines; the other places have the whole address, or its part after the host.
home: module = $(shell $(GO) list -m)
home: known = $(shell sed -n 's/^const $(1) = "\(.*\)"$$/\1/p' internal/util/version/version.go)
home: short = $(shell echo "$(1)" | cut -d/ -f2-)
home:
	@case "$(ADDRESS) $(CONTACT)" in [a-z]*.*/*" "*@*) ;; \
	*) echo "make home ADDRESS=github.com/acme/jprof CONTACT=jprof@acme.example" >&2; exit 2 ;; esac
	git ls-files -z '*.go' | xargs -0 sed -i -E 's#^(\s*(import )?([a-zA-Z0-9_.]+ )?")$(module)(/[^"]*"\s*(//.*)?)$$#\1$(ADDRESS)\4#'
	git ls-files -z | xargs -0 grep -lIZ '' | xargs -0 sed -i -e 's#-X $(module)/internal/#-X $(ADDRESS)/internal/#g' \
		-e 's#$(call known,Home)#$(ADDRESS)#g' -e 's#$(call short,$(call known,Home))#$(call short,$(ADDRESS))#g' \
		-e 's#$(call known,Contact)#$(CONTACT)#g'
	$(GO) mod edit -module "$(ADDRESS)"
	$(GO) mod tidy
	gofmt -w $$(git ls-files '*.go')

## demo              runs jprof on a small Maven project; ends with the totals and the path of the report
demo: build
	sh testdata/demo.sh bin/jprof

## check             checks a change in a minute: formatting, vet, staticcheck, tests without JVM, build and browser
check: lint vulnerabilities
	$(GO) test -short -vet=off ./...

## vulnerabilities   looks for known faults in what jprof is built of, by govulncheck and npm audit; says what it could not
##                   reach
vulnerabilities:
	@GO="$(GO)" sh testdata/vulnerabilities.sh

# The packages that take longest are tested first, so that none of them is left over for the end, and one package more
# at a time than there are processors, as tests wait for programs and browsers.
longest := ./internal/app/cli ./report/html ./internal/measure/agent ./plugins/agent ./buildtools/maven ./internal/java/flow ./instrument
packages = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

## test              everything a change must pass: formatting, vet, staticcheck, all tests; installs what they need
test: tools lint agent $(vscode)/node_modules
	$(GO) test -vet=off -timeout 2h -p $(packages) $(longest) ./...

# One test at a time, so that times are those of the test; a busy machine makes all of them longer.
## test-times        lists the 25 slowest tests, with their seconds: PACKAGES=./internal/app/cli RUN=TestScripts
test-times:
	$(GO) test -count=1 -v -vet=off -timeout 4h -p 1 -parallel 1 $(if $(RUN),-run '$(RUN)') $(or $(PACKAGES),./...) | \
		sed -nE 's/^ *--- [A-Z]+: (.*) \(([0-9.]+)s\)$$/\2 \1/p' | sort -rn | head -25

## acceptance        real builds with many versions of Maven and plugins, and what make test leaves out (hours):
##                   ONLY=maven_versions, or a pattern, for builds only
acceptance: tools spark agent $(if $(ONLY),,vscode-test)
	$(if $(ONLY),,JPROF_ACCEPTANCE=1 $(GO) test -count=1 -timeout 8h -p 1 -run '^TestAcceptance.' ./...)
	$(if $(ONLY),,$(MAKE) torture FLAGS=-quick ONLY=)
	JPROF_ACCEPTANCE=1 $(GO) test -count=1 -v -timeout 8h -parallel 2 -run '^TestAcceptance$$/^($(or $(ONLY),.*))$$' ./internal/app/cli

## acceptance-gradle the same with each version of Gradle: ONLY=basics GRADLE=8.11.1
acceptance-gradle: tools agent
	JPROF_ACCEPTANCE=1 $(GO) test -count=1 -v -timeout 8h -parallel 2 -run '^TestGradle$$/^($(or $(GRADLE),.*))$$/^($(or $(ONLY),.*))$$' ./internal/app/cli
	$(if $(ONLY),,JPROF_ACCEPTANCE=1 $(GO) test -count=1 -v -timeout 8h -run '^TestAcceptanceGradlePlugin$$/^($(or $(GRADLE),.*))$$' ./internal/tools/dist)

## stress            64 threads, 100,000 short-lived ones, a million virtual ones (make test has a small version)
stress:
	JPROF_STRESS=1 $(GO) test -count=1 -v -timeout 2h -run '^TestStress$$' ./instrument/rt

## soak              starts JVMs with an instrumented JDK, on each JDK (an hour): COUNT=200
soak: agent
	JPROF_SOAK=$(or $(COUNT),200) $(GO) test -count=1 -v -timeout 8h -run '^TestSoak$$' ./internal/measure/agent

# Titles of commits are checked each time: the results that Go keeps do not depend on them.
## lint              formatting, vet (also for Windows and macOS), staticcheck and titles of commits only
lint:
	@unformatted="$$(gofmt -l $$(git ls-files '*.go'))"; \
	if [ -n "$$unformatted" ]; then echo "not formatted (make fmt does it):"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	GO=$(GO) sh testdata/systems/vet.sh
	$(GO) tool staticcheck ./...
	$(GO) test -count=1 -vet=off -run TestGuardTitles ./internal/guard

## fmt               formats the Go sources
fmt:
	gofmt -w $$(git ls-files '*.go')

## fuzz              random programs: plain, under the oracle and with counters: COUNT=2000 SEED=1
fuzz:
	$(GO) run ./internal/tools/fuzz -count $(or $(COUNT),2000) -seed $(or $(SEED),1) $(FLAGS)

## fuzz-efficiency   random programs: the value of each context against an agent that follows writes: COUNT=2000 SEED=1
fuzz-efficiency: agent
	JPROF_SOUNDNESS=$(or $(COUNT),2000) JPROF_SEED=$(or $(SEED),1) $(GO) test -count=1 -v -timeout 8h -run '^TestSoundness$$' ./report/contexts/efficiency

## oracle            compares counts of real projects with those of bytecode: ONLY="mime4j maven"
oracle: build
	$(GO) run ./internal/tools/corpus -oracle -jprof bin/jprof $(FLAGS) $(ONLY)

## corpus            builds real projects plain and under jprof, and compares: ONLY="mime4j maven"; FLAGS=-fallback;
##                   FLAGS=-by-test: counts by test as well; FLAGS="-by-test -cost 3": what those cost
corpus: build
	$(GO) run ./internal/tools/corpus -jprof bin/jprof $(FLAGS) $(ONLY)

## contexts-corpus   the same with contexts, without counters: MODES=app,all ONLY=mime4j
contexts-corpus: build
	$(GO) run ./internal/tools/corpus -contexts $(or $(MODES),app$(comma)all) -jprof bin/jprof $(FLAGS) $(ONLY)

## screenshots       makes docs/images of the reports on mime4j and commons-csv, and of jprof ui: builds them, or uses
##                   PROJECT=DIR and TESTS=DIR, where jprof has built them, the second by test
builds = $${JPROF_CORPUS:-$${XDG_CACHE_HOME:-$$HOME/.cache}/jprof-corpus}/.builds
mime4j = $(builds)/mime4j/jprof/mime4j
commons_csv = $(builds)/commons-csv/jprof/commons-csv
screenshots: build
	$(if $(PROJECT),,$(GO) run ./internal/tools/corpus -jprof bin/jprof mime4j)
	$(if $(PROJECT),,jprof="$$PWD/bin/jprof"; cd "$(mime4j)" && "$$jprof" mvn --contexts=app -B -q verify)
	$(if $(TESTS),,$(GO) run ./internal/tools/corpus -jprof bin/jprof commons-csv)
	$(if $(TESTS),,jprof="$$PWD/bin/jprof"; cd "$(commons_csv)" && "$$jprof" mvn --by-test -B -q -Drat.skip \
		-Dcyclonedx.skip -Dspdx.skip -Dmaven.javadoc.skip verify)
	$(GO) run ./internal/tools/screenshots -jprof bin/jprof -o docs/images -project "$(or $(PROJECT),$(mime4j))" \
		-tests "$(or $(TESTS),$(commons_csv))" -ui "$(or $(PROJECT),$(mime4j))"

## bench             measures what counting costs, for docs/lab/BENCHMARKS.md: ROUNDS=3 THREADS=1,2 JDKS=17,25;
##                   ONLY="xz h2" and FLAGS=-quick only print; FLAGS=-resume goes on with what was interrupted.
##                   Then what contexts cost, as bench-contexts does
bench: bench-counts bench-contexts

bench_flags = -jprof bin/jprof $(if $(ROUNDS),-rounds $(ROUNDS)) $(if $(THREADS),-threads $(THREADS)) \
	$(if $(JDKS),-jdks $(JDKS)) $(if $(ONLY)$(findstring -quick,$(FLAGS)),,-doc $(1)) $(FLAGS) $(ONLY)

bench-counts: build
	$(GO) run ./internal/tools/bench $(call bench_flags,docs/lab/BENCHMARKS.md)

## bench-contexts    measures what contexts cost, for docs/lab/CONTEXTS-COST.md: as bench
bench-contexts: build agent
	$(GO) run ./internal/tools/bench -parts contexts $(call bench_flags,docs/lab/CONTEXTS-COST.md)

## efficiency-table  writes docs/lab/EFFICIENCY-TABLE.md: what the work of real programs and test suites was good for;
##                   fails where jprof efficiency takes more time or memory than it may
efficiency-table: table-programs table-suites

## bench-agent    measures JVMs that jprof attaches to, and the agent that notes which methods ran, for
##                   docs/lab/SERVICES.md: as bench, ONLY="render gson"
bench-agent: build agent
	$(GO) run ./internal/tools/bench -parts services -beside JaCoCo -jprof bin/jprof \
		-doc docs/lab/SERVICES.md \
		$(if $(ROUNDS),-rounds $(ROUNDS)) -threads 1 $(if $(JDKS),-jdks $(JDKS)) $(FLAGS) $(ONLY)

## table-programs    the part of the programs of make bench: ONLY="xz h2"
table-programs: build agent
	$(GO) run ./internal/tools/bench -parts efficiency -jprof bin/jprof -doc docs/lab/EFFICIENCY-TABLE.md $(FLAGS) $(ONLY)

## table-suites      the part of the test suites of make corpus (hours): ONLY="mime4j maven" MODES=all FLAGS=-again
table-suites: build agent
	$(GO) run ./internal/tools/corpus -efficiency -contexts $(or $(MODES),all) -jprof bin/jprof \
		-doc docs/lab/EFFICIENCY-TABLE.md $(FLAGS) $(ONLY)

## bench-mvn         measures mvn verify, plain and with jprof, and again without a change: ROUNDS=3
##                   ONLY="mime4j xmlsec"
bench-mvn: build
	$(GO) run ./internal/tools/corpus -cost $(or $(ROUNDS),3) -jprof bin/jprof $(FLAGS) $(ONLY)

## corpus-gradle     builds real projects by Gradle, each twice, and compares with plain and with Maven: ROUNDS=2
##                   GRADLE=8.11.1
corpus-gradle: build
	$(GO) run ./internal/tools/corpus -gradle $(or $(GRADLE),8.11.1) -cost $(or $(ROUNDS),1) -jprof bin/jprof $(FLAGS) \
		$(or $(ONLY),commons-lang3 commons-csv mime4j)

## corpus-sources    instruments each source that make corpus has laid out, and checks the result
corpus-sources:
	JPROF_SOURCES="$${JPROF_CORPUS:-$${XDG_CACHE_HOME:-$$HOME/.cache}/jprof-corpus}" $(GO) test -count=1 -v -run TestSourceTrees ./instrument

## jdk-sources       instruments the sources of each JDK, and has javac parse and compile the result (10 minutes)
jdk-sources:
	JPROF_JDK_SOURCES=1 $(GO) test -count=1 -v -timeout 2h -run '^TestJDKSources$$' ./instrument

## bench-instrument  measures speed and memory of instrumenting the sources of a JDK
bench-instrument:
	sh testdata/jdksources.sh

## soak-service      runs a service of 1,000 classes under load for two hours, with counters and without: FLAGS="-jdk 25"
soak-service:
	$(GO) run ./internal/tools/service -soak 2h $(FLAGS)

## torture           tries what jprof promises, and writes docs/RELIABILITY.md (hours, Linux, as root): ONLY="kill jvm";
##                   ONLY=kill/report: promises with that word; FLAGS=-quick: a small share in ten minutes, which is
##                   not written; FLAGS="-seed 1" repeats moments; FLAGS="-fuzz 5m": fuzzes each reader for that time
torture: tools build
	$(GO) run ./internal/tools/torture -jprof bin/jprof $(if $(findstring -quick,$(FLAGS)),,-doc docs/RELIABILITY.md) \
		$(FLAGS) $(ONLY)

## bench-service     measures what counters cost that service: idle, memory of 500 threads, requests per second
bench-service:
	$(GO) run ./internal/tools/service $(FLAGS)

## scale             measures the report of the sources of a JDK (15,000 files): time, memory, size;
##                   FLAGS="-tests 100000": jprof tests and the report of so many tests;
##                   FLAGS="-tables 1000000000": DuckDB on so many rows of tables, Spark on a tenth (make tools spark)
scale: build
	$(GO) run ./internal/tools/scale -jprof bin/jprof $(FLAGS)

## mutants           changes sources of real projects, and holds the tests that fail against those that jprof affected
##                   selects; the tables go to docs/lab/SELECTION.md: PROJECT="mime4j commons-csv" SEED=1 COUNT=150
mutants: build
	$(GO) run ./internal/tools/mutants -jprof bin/jprof -seed $(or $(SEED),1) -count $(or $(COUNT),0) \
		-doc docs/lab/SELECTION.md $(FLAGS) $(PROJECT)

## shares            reverts the last commits of projects, and prints the share of the tests that jprof affected selects:
##                   DIRS="a b", clones with a run by test of their newest commit; the table goes to docs/lab/SELECTION.md
shares: build
	$(GO) run ./internal/tools/shares -jprof bin/jprof -doc docs/lab/SELECTION.md $(FLAGS) $(DIRS)

## tools             installs what tests need beyond Go: a JDK, Maven, Chromium, programs that read exports
tools:
	@sh testdata/tools.sh

.PHONY: spark
spark:
	@sh testdata/tools.sh spark

## clean             removes what make made
clean:
	rm -rf bin dist $(addprefix plugins/,agent/target api/target maven-plugin/target gradle-plugin/target) $(agent) $(agent_api) $(addprefix $(vscode)/,node_modules bin dist LICENSE)
