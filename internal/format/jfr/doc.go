// Package jfr reads the samples that the JDK's flight recorder took in JVMs while they counted, and computes the time
// of an execution from them.
//
// The host (package instrument/rt) finds the settings file in the folder for counts, starts the recorder, and the JVM
// leaves a recording beside its count file. Collect reads all of them into Samples, which are kept with the run. The
// library github.com/grafana/jfr-parser reads types, constants and execution samples; it does not know
// jdk.CPUTimeSample, whose fields recording.go reads by the types of the file.
//
// A sample represents an amount of time: of the CPU, with JDK 25 on Linux, else of the clock while the thread ran Java
// code. Frames of helper classes are removed, so their time becomes a part of the time of the code that calls them.
// Samples.Count has the amount.
//
// The number of samples in a piece of code is treated as a Poisson variable: see Interval.
package jfr
