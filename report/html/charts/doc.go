// Package charts lays out the charts of pages: the map of the code, the histogram and the scatter plot of classes.
// Their templates are in charts.tmpl.
//
// The map (NewTreemap) is a squarified treemap in SVG. Areas are proportional to lines of code. Classes are within
// packages, and packages within modules; test sources are omitted. A cell has two style classes, one for each kind of
// colour. The style sheet picks one by the checked radio button, without a script. If there are more than maxDrawn
// classes, the largest have cells, and the others of a package share one; the same holds for packages in their module.
// So there are about 2,000 cells at most. The map is hidden from screen readers and the tab key, because the tree has
// its numbers. NewCodeMap lays out the map for a page whose counts still change, which colours the cells itself.
// Colours go from orange to blue, and differ in lightness, too.
package charts
