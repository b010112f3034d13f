// Trees of modules, packages and classes: sorting among neighbours, folding, filtering. Without it all rows are shown.
"use strict";

function tree(table) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows).filter((row) => row.cells.length > 1);
  const nodes = rows.map((row, index) => ({ row, index, depth: Number(row.className[1]), children: [], open: true, shown: true }));
  const roots = [];
  const last = [];
  nodes.forEach((node) => {
    node.parent = node.depth ? last[node.depth - 1] : null;
    (node.parent ? node.parent.children : roots).push(node);
    last[node.depth] = node;
    const name = node.row.cells[0].textContent.replace(/\s+/g, " ");
    node.text = node.parent ? node.parent.text + " " + name : name;
  });
  const leaves = nodes.filter((node) => !node.children.length);

  const render = (list, visible) => {
    list.forEach((node) => {
      node.row.hidden = !(visible && node.shown);
      if (node.button) node.button.setAttribute("aria-expanded", String(node.open));
      render(node.children, visible && node.open);
    });
  };

  const below = (node) => node.children.reduce((sum, child) => sum + 1 + below(child), 0);
  // A row that has others below it can be folded. The class of the table selects those that are folded at first.
  nodes.forEach((node) => {
    if (!node.children.length) return;
    node.open = !table.classList.contains("fold" + node.depth);
    node.button = document.createElement("button");
    node.button.type = "button";
    node.button.className = "fold";
    const name = node.row.cells[0].firstElementChild.textContent;
    node.button.setAttribute("aria-label", "Rows of " + name);
    node.button.dataset.n = below(node); // for paper
    node.button.addEventListener("click", () => {
      node.open = !node.open;
      render(roots, true);
    });
    node.row.cells[0].prepend(node.button);
  });

  filters(document.querySelector(".tools"), leaves.length, (active, matches) => {
    let count = 0;
    nodes.forEach((node) => (node.shown = false));
    leaves.forEach((leaf) => {
      if (!matches(leaf.text, leaf.row)) return;
      count++;
      for (let node = leaf; node; node = node.parent) {
        node.shown = true;
        if (active && node !== leaf) node.open = true;
      }
    });
    render(roots, true);
    return count;
  });

  table.classList.remove("fold0", "fold1"); // now each row is shown or hidden by itself

  const sortBy = sortButtons(table, (compare) => {
    const order = document.createDocumentFragment();
    const place = (list) => {
      list.sort((a, b) => compare(a.row, b.row) || a.index - b.index);
      list.forEach((node) => {
        order.append(node.row);
        place(node.children);
      });
    };
    place(roots);
    body.append(order);
  });
  keepOrder(table, sortBy);
}

document.querySelectorAll("table[data-tree]").forEach(tree);
