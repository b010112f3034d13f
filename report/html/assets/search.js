// The search box on top of all pages. What it looks through comes with search-index.js, once the box is used.
"use strict";

(() => {
  const input = element("input", {
    id: "search",
    type: "search",
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "found",
    "aria-autocomplete": "list",
    "aria-keyshortcuts": "/",
    placeholder: "Search   /",
    autocomplete: "off",
    spellcheck: "false",
  });
  const list = element("ul", { id: "found", role: "listbox", "aria-label": "Found" });
  const status = element("p", { role: "status" });
  const box = element("div", { class: "found", hidden: "" }, list, status);
  document.querySelector(".bar").append(element("div", { class: "search", role: "search" },
    element("label", { class: "sr", for: "search" }, "Search packages, classes, methods and files"), input, box));
  const most = 40; // results shown

  let index = null;
  let wanted = false;
  const load = () => {
    if (wanted) return;
    wanted = true;
    loadScript("search-index.js").then(() => {
      index = read(window.jprofIndex);
      search("\0"); // finds nothing, but browsers lay out strings when they are first read
      show();
    }, (problem) => {
      status.textContent = problem.message;
      open(true);
    });
  };

  // The text that words are looked for in: lower case, with a dot between package, types and method.
  const plain = (text) => text.toLowerCase().replace(/::|[$#]/g, ".");

  // Keys of all entries, where the name starts in each, the line that it comes from, and its kind. See search.go for what the lines are.
  function read(text) {
    const lines = text.split("\n");
    const keys = [];
    const names = [];
    const at = [];
    const kinds = []; // 0 for classes, 1 for methods, 2 for files, 3 for packages, 4 for tests: in this order they are shown
    let pkg = "";
    let owner = "";
    let other = ""; // the binary name of the owner, where it differs
    lines.forEach((line, i) => {
      const end = line.indexOf("\t");
      const name = plain(end < 0 ? line.slice(1) : line.slice(1, end));
      const binary = (field) => {
        const text = line.split("\t")[field];
        return text ? " " + pkg + plain(text) : "";
      };
      switch (line[0]) {
        case "k": keys.push(name); names.push(name.lastIndexOf(".") + 1); kinds.push(3); break;
        case "p": pkg = name && name + "."; return;
        case "t": owner = pkg + name + "."; other = binary(1); return;
        case "f": keys.push(name); names.push(name.lastIndexOf("/") + 1); kinds.push(2); break;
        case "c": keys.push(pkg + name); names.push(pkg.length); kinds.push(0); break;
        case "n": keys.push(pkg + name + binary(3)); names.push(pkg.length + name.lastIndexOf(".") + 1); kinds.push(0); break;
        case "m": keys.push(owner + name + (other && other + "." + name)); names.push(owner.length); kinds.push(1); break;
        case "e": keys.push(name); names.push(name.lastIndexOf(".") + 1); kinds.push(4); owner = name + "."; break;
        case "r": keys.push(owner + name); names.push(owner.length); kinds.push(4); break;
        default: return;
      }
      at.push(i);
    });
    // A test is found as that, not as a method of its class as well.
    const tests = new Set(keys.filter((_, i) => kinds[i] === 4));
    const kept = keys.map((key, i) => !(kinds[i] === 1 && tests.has(key.replace(/\(.*/, ""))));
    const some = (list) => list.filter((_, i) => kept[i]);
    return { lines, keys: some(keys), names: some(names), at: some(at), kinds: some(kinds) };
  }

  // Returns the rank of a word: 0 is the name, 1 starts it, 2 is in it, 3 is elsewhere, -1 is not there.
  function fit(key, name, word) {
    const any = key.indexOf(word);
    if (any < 0) return -1;
    const i = any >= name ? any : key.indexOf(word, name);
    if (i === name || (any < name && any + word.length > name)) {
      const after = key[(i === name ? i : any) + word.length];
      return after === undefined || after === "(" || after === "." ? 0 : 1;
    }
    if (i < 0) return 3;
    const params = key.indexOf("(", name);
    return params < 0 || i < params ? 2 : 3;
  }

  // The rank of a name that humps finds: see fit.
  function fitHumps(i, word) {
    if (!word) return -1;
    const [letter, name] = [index.lines[index.at[i]][0], index.lines[index.at[i]].slice(1).split("\t")[0]];
    if (word.test(name.replace(/\(.*/, ""))) return 1;
    const owner = { m: "t", r: "e" }[letter];
    return owner && word.test(before(index.at[i], owner)[0]) ? 3 : -1;
  }

  function search(query) {
    const words = plain(query).split(/\s+/).filter(Boolean);
    const short = query.replace(/::|[$#]/g, ".").split(/\s+/).filter(Boolean).map(humps);
    const ranks = Array.from({ length: 20 }, () => []);
    let count = 0;
    for (let i = 0; words.length && i < index.keys.length; i++) {
      const key = index.keys[i];
      let best = 3;
      let all = true;
      for (let w = 0; w < words.length; w++) {
        let f = fit(key, index.names[i], words[w]);
        if (f < 0) f = fitHumps(i, short[w]);
        if (f < 0) {
          all = false;
          break;
        }
        best = Math.min(best, f);
      }
      if (!all) continue;
      count++;
      const rank = ranks[best * 5 + index.kinds[i]];
      if (rank.length < 500) rank.push(i);
    }
    const found = [];
    for (const rank of ranks) {
      if (found.length >= most) break;
      found.push(...rank.sort((a, b) => index.keys[a].length - index.keys[b].length || a - b));
    }
    return { count, found: found.slice(0, most).map(entry) };
  }

  // Returns the text of the last line before i that starts with the letter.
  function before(i, letter) {
    while (i >= 0 && index.lines[i][0] !== letter) i--;
    return i < 0 ? [""] : index.lines[i].slice(1).split("\t");
  }

  // The words and the address of a result.
  function entry(i) {
    const at = index.at[i];
    const line = index.lines[at];
    const [name, page, count] = line.slice(1).split("\t");
    if (line[0] === "e" || line[0] === "r") return testEntry(at, line[0], name, page, count);
    const pkg = before(at, "p")[0];
    const dotted = (n) => (pkg ? pkg + "." + n : n);
    const [path, filePage] = before(at, "f");
    const source = "source/" + (filePage || dotted(path.slice(path.lastIndexOf("/") + 1))) + ".html";
    switch (line[0]) {
      case "c": return { kind: "class", name, where: pkg, count, href: "class/" + (page || dotted(name)) + ".html" };
      case "k": return { kind: "package", name, where: count, href: "package/" + page + ".html" };
      case "n": return { kind: "class", name, where: pkg, count, href: source + "#L" + page };
      case "m": return { kind: "method", name, where: dotted(before(at, "t")[0]), count, href: source + "#L" + page };
    }
    return { kind: "file", name: path.slice(path.lastIndexOf("/") + 1), where: path, href: source };
  }

  // That of a class with tests, or of a test.
  function testEntry(at, letter, name, number, attempt) {
    const [testClass, page, step] = before(at, "e");
    const href = "tests/" + (page || testClass) + ".html";
    if (letter === "r")
      return { kind: "test", name: name + (attempt ? " (attempt " + (Number(attempt) + 1) + ")" : ""), where: testClass, href: href + "#t" + number };
    const dot = testClass.lastIndexOf(".");
    return { kind: "tests", name: testClass.slice(dot + 1), where: testClass.slice(0, Math.max(0, dot)) + (step ? " " + step : ""), href };
  }

  let results = [];
  let active = -1;
  const open = (is) => {
    box.hidden = !is;
    input.setAttribute("aria-expanded", String(is && results.length > 0));
    if (!is) activate(-1);
  };
  const activate = (i) => {
    const old = list.children[active];
    if (old) old.setAttribute("aria-selected", "false");
    active = i;
    const option = list.children[i];
    if (!option) {
      input.removeAttribute("aria-activedescendant");
      return;
    }
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", option.id);
  };
  const go = (i) => {
    if (results[i]) location.assign(reportRoot + results[i].href);
  };
  const span = (name, text) => element("span", { class: name }, text);
  const times = (count) => count.replace(/\B(?=(\d{3})+$)/g, ",") + " ×";

  function show() {
    if (!input.value.trim()) {
      results = [];
      list.replaceChildren();
      open(false);
      return;
    }
    if (!index) {
      status.textContent = "Loading …";
      open(true);
      return;
    }
    const { count, found } = search(input.value);
    results = found;
    active = -1;
    list.replaceChildren(
      ...found.map((r, i) => {
        const option = element(
          "li",
          { id: "found-" + i, role: "option", "aria-selected": "false" },
          span("kind", r.kind),
          span("name", r.name),
          span("in", r.where),
        );
        if (r.count !== undefined) option.append(r.count ? span(r.count === "0" ? "times zero" : "times", times(r.count)) : span("times", "?"));
        return option;
      }),
    );
    status.textContent =
      count === 0 ? "Nothing found." : count > most ? most + " of " + count.toLocaleString("en") : count === 1 ? "1 result" : count + " results";
    open(true);
    if (found.length) activate(0);
    list.scrollTop = 0;
  }

  input.addEventListener("focus", () => {
    load();
    if (input.value) show();
  });
  input.addEventListener("blur", () => open(false));
  input.addEventListener("input", () => {
    load();
    show();
  });
  input.addEventListener("keydown", (e) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (move && results.length) {
      e.preventDefault();
      open(true);
      activate(active < 0 && move < 0 ? results.length - 1 : (active + move + results.length) % results.length);
    } else if (e.key === "Enter" && active >= 0) {
      e.preventDefault();
      go(active);
    } else if (e.key === "Escape" && !box.hidden) {
      e.preventDefault();
      open(false);
    }
  });
  list.addEventListener("pointerdown", (e) => e.preventDefault()); // the box keeps the focus
  list.addEventListener("click", (e) => {
    const option = e.target.closest("[role=option]");
    if (option) go(Array.from(list.children).indexOf(option));
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && !e.ctrlKey && !e.metaKey && !e.altKey && !/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) {
      e.preventDefault();
      input.focus();
      input.select();
    }
  });
})();
