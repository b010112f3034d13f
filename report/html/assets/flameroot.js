// The field "Start at" of contexts.html: a method whose contexts are shown, with names to choose from.
"use strict";

(() => {
  const field = document.getElementById("root");
  const names = document.getElementById("roots");
  const suggested = 30;
  let tree = null;

  // Returns the methods that have all words of the field, those of the project and those with short names first.
  function found() {
    const wanted = wordFilter(field.value);
    if (!wanted || !tree) return [];
    const methods = tree.keys.map((_, method) => method);
    return methods.filter((method) => tree.same[method] === method && wanted(tree.title(method)))
      .sort((a, b) => tree.kinds[a] - tree.kinds[b] || tree.names[a].length - tree.names[b].length);
  }

  field.addEventListener("input", () => {
    names.replaceChildren(...found().slice(0, suggested).map((method) => element("option", { value: tree.title(method) })));
  });
  field.addEventListener("change", () => {
    const list = found();
    const text = field.value.trim();
    const named = list.filter((m) => [tree.title(m), tree.label(m), tree.label(m).split(".").pop()].includes(text));
    if (!text) flame.choose({ method: "" });
    else if (list.length === 1 || named.length === 1) flame.choose({ method: tree.keys[named[0] ?? list[0]] });
    else flame.say(list.length ? list.length.toLocaleString("en") + " methods have this name: choose one of the list." : "No method found.");
  });
  flame.listen((item) => {
    tree = item.tree;
    field.value = item.method >= 0 && item.method < tree.names.length ? item.title : "";
  });
})();
