// Package contextrun reads a run with contexts, or the efficiency of its methods, as users choose: by test steps, names
// of threads, and methods to start at.
package contextrun
