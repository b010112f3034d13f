// The layout of a flame graph, without the page: the cells for items and for what is below them.
"use strict";

const flameLayout = (() => {
  const mostCells = 5000;
  const mostRows = 150;

  // Returns the cells for an item and what is below it: none that is smaller than a pixel, and not too many. A cell is
  // { item, caller, depth, row, left, width, below, cut }, in preorder; caller and below are cells; row is where it is drawn.
  function down(item, metric, pixels) {
    for (let least = 1 / pixels; ; least *= 2) {
      const list = [];
      const stack = [{ item, caller: null, depth: 0, row: 0, left: 0, width: 1 }];
      while (stack.length && list.length <= mostCells) {
        const cell = stack.pop();
        list.push(cell);
        cell.below = cell.item.isRest && cell.depth ? [] : cellsBelow(cell, least, metric, pixels);
        for (let i = cell.below.length - 1; i >= 0; i--) stack.push(cell.below[i]);
      }
      if (list.length <= mostCells) return list;
    }
  }

  // Returns the cells for callees of a method below it, and those for its callers above it. The method is the first cell; its callers are
  // in above.
  function sandwich(callees, callers, metric, pixels) {
    const below = down(callees, metric, pixels);
    const above = down(callers, metric, pixels);
    const rows = above.reduce((most, cell) => Math.max(most, cell.depth), 0);
    for (const cell of below) cell.row = rows + cell.depth;
    for (const cell of above) {
      cell.row = rows - cell.depth;
      cell.isAbove = true;
      if (cell.caller === above[0]) cell.caller = below[0];
    }
    below[0].above = above[0].below;
    return below.concat(above.slice(1));
  }

  // The cells below one that have at least a share of the width, and one for the rest.
  function cellsBelow(cell, least, metric, pixels) {
    const whole = cell.item.width(metric);
    if (!whole) return [];
    let scale = cell.width / whole;
    let { shown: items, rest } = cell.item.below(metric, least / scale);
    let restWidth = rest ? rest.width(metric) * scale : 0;
    if (cell.depth === mostRows && items.length) {
      cell.cut = true;
      return [];
    }
    // If all are too small, the largest are shown, with the proportions that they have, and the others in a narrow
    // cell, which zooms into them.
    if (cell.item.isRest && !items.length) {
      ({ shown: items, rest } = cell.item.largest(metric, Math.floor(pixels / 12)));
      restWidth = rest ? 30 / pixels : 0;
      scale = (cell.width - restWidth) / items.reduce((sum, i) => sum + i.width(metric), 0);
    }
    let left = cell.left;
    const depth = cell.depth + 1;
    const below = items.map((i) => {
      const next = { item: i, caller: cell, depth, row: depth, left, width: i.width(metric) * scale };
      left += next.width;
      return next;
    });
    if (restWidth >= least) below.push({ item: rest, caller: cell, depth, row: depth, left, width: restWidth });
    return below;
  }

  // Shortens a name to a number of letters: from the left, so that the method stays, and then the end of the method. Returns the parts of the
  // name before, in and after what is shown.
  function shorten(name, letters) {
    const method = name.startsWith("⋮") ? 0 : name.lastIndexOf(".") + 1;
    let from = 0, to = name.length;
    if (to - method < letters) from = Math.max(0, to - letters + (to > letters));
    else if (to > letters) [from, to] = [method, method + Math.max(0, letters - 1)];
    return [name.slice(0, from), name.slice(from, to), name.slice(to)];
  }

  return { down, sandwich, shorten };
})();
