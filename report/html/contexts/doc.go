// Package contexts writes the pages of calling contexts: contexts.html and efficiency.html of a report (Pages), a
// report of contexts alone (Write), and the differences between two runs (WriteDiff).
//
// contexts.html shows a calling context tree (report/contexts/cct). Its data is scripts that report/contexts/flame has
// cut: the page loads the names and the heaviest contexts at once, and others when its reader gets there.
//
//   - contexts.js reads the scripts into columns of numbers. A ContextItem is nodes that are shown together: a cell or
//     a row. The same class goes down to callees or up to callers, so one script draws both.
//   - flame.js draws at most 5,000 cells of at least a pixel, as elements of HTML, which wrap, print and have names
//     for screen readers; smaller ones are a cell "…" of their caller, which zooms into them. flamedetails.js shows all
//     numbers of a cell, contexttree.js the table. Callers need all contexts of a method, and load all chunks.
//   - The table of methods is HTML, as without scripts nothing else is shown.
package contexts
