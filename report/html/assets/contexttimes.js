// Times of contexts as text, as package times of jprof writes them. times is that of the head of a tree: see flameTimes in flame.go.
"use strict";

// Returns nanoseconds with the confidence interval of their samples.
function timeText(times, nanos) {
  const samples = times.period ? Math.round(nanos / times.period) : 0;
  if (!samples) return "–";
  const [low, high] = interval(samples).map((n) => unit(n * times.period));
  if (samples >= times.resolution) return unit(nanos) + " (" + low + " to " + high + ")";
  return times.misses ? "too few samples" : "< " + high;

  // The interval of 95 % of a Poisson variable: exact where the head has it, else by Wilson and Hilferty.
  function interval(n) {
    if (n < times.intervals.length) return times.intervals[n];
    const bound = (k, z) => k * (1 - 1 / (9 * k) + z / (3 * Math.sqrt(k))) ** 3;
    return [bound(n, -1.959964), bound(n + 1, 1.959964)];
  }

  function unit(n) {
    for (const name of ["ns", "µs", "ms"]) {
      if (n < 999.5) return digits(n) + " " + name;
      n /= 1000;
    }
    return digits(n) + " s";
  }

  function digits(n) {
    return n.toFixed(n >= 1 ? Math.max(0, 2 - Math.floor(Math.log10(n))) : 2);
  }
}
