// The progress of a build, read from the output of Maven and Gradle.

const maven = {
  module: /^\[INFO\] Building (.+?)(?: \S+)?\s+\[(\d+)\/(\d+)\]/,
  rule: /^\[INFO\] -+(?:<|-{20})/,
  goal: /^\[INFO\] --- (?:maven-)?([\w.-]+?)(?:-maven-plugin|-plugin)?:(?:[\w.-]+:)?([\w-]+) /,
  tests: /^\[(?:INFO|WARNING|ERROR)\] Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(,.*(?:-- in|- in).*)?/,
};
const gradle = {
  task: /^> Task ((?::[\w.-]+)*):([\w.-]+)(?: (\S+))?/,
  test: /^(\S.*) > (.+) (PASSED|FAILED|SKIPPED)\s*$/,
};

export class Progress {
  module = "";
  done = 0; // modules, or tasks
  all = 0; // modules, 0 where that is not known
  step = ""; // goal, or task
  tests = 0;
  failed = 0;
  skipped = 0;
  #before = [0, 0, 0]; // tests, failed, skipped of the modules that have ended
  #projects = new Set();
  #ruled = false; // the line before is a rule: plugins also write lines such as "Building jar: ..."

  // Reads a line.
  read(line) {
    let m;
    if ((m = line.match(maven.module))) [this.module, this.done, this.all] = [m[1], Number(m[2]), Number(m[3])];
    else if (this.#ruled && /^\[INFO\] Building /.test(line) && !this.all) this.module = line.slice(16).replace(/ \S+$/, "");
    else if ((m = line.match(maven.goal))) this.step = m[1] + ":" + m[2];
    else if ((m = line.match(maven.tests))) {
      const [tests, failures, errors, skipped] = m.slice(1, 5).map(Number);
      const ofClass = Boolean(m[5]); // else of a module: with -q, Maven names only classes with failures
      const to = ofClass ? [this.tests, this.failed, this.skipped] : this.#before;
      [this.tests, this.failed, this.skipped] = [to[0] + tests, to[1] + failures + errors, to[2] + skipped];
      if (!ofClass) this.#before = [this.tests, this.failed, this.skipped];
    } else if ((m = line.match(gradle.task))) {
      this.module = m[1] || ":";
      this.step = m[2];
      this.#projects.add(this.module);
      this.done = this.#projects.size;
    } else if ((m = line.match(gradle.test))) {
      this.tests++;
      if (m[3] === "FAILED") this.failed++;
      if (m[3] === "SKIPPED") this.skipped++;
    }
    this.#ruled = maven.rule.test(line);
  }
}
