// Package greedy orders tests so that those come first that add the most per second.
package greedy

import (
	"cmp"
	"container/heap"
)

// leastSeconds is the least time of a test. Build tools report milliseconds.
const leastSeconds = 0.001

// Order calls take once for each test, the next one always with the greatest gain per second. Tests are numbered from
// 0, and seconds has the time of each. gain returns the number of parts that a test adds to what was taken before; it
// must not grow. Tests that add nothing come last, the fastest first. Numbers decide between equals.
func Order(seconds []float64, gain func(test int) int, take func(test, gain int)) {
	var queue choices
	for i, s := range seconds {
		c := choice{test: i, gain: gain(i), seconds: s}
		c.setRank()
		queue = append(queue, c)
	}
	heap.Init(&queue)
	for len(queue) > 0 {
		c := queue[0]
		// The first of the queue is the best test if its gain has not changed.
		if now := gain(c.test); now < c.gain {
			queue[0].gain = now
			queue[0].setRank()
			heap.Fix(&queue, 0)
			continue
		}
		heap.Pop(&queue)
		take(c.test, c.gain)
	}
}

// choice is a test in the queue.
type choice struct {
	test    int
	gain    int
	seconds float64
	rank    float64
}

func (c *choice) setRank() { c.rank = float64(c.gain) / max(c.seconds, leastSeconds) }

// choices is a heap, the best test first.
type choices []choice

func (q choices) Len() int { return len(q) }

func (q choices) Less(i, j int) bool {
	a, b := q[i], q[j]
	return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.gain, a.gain), cmp.Compare(a.seconds, b.seconds),
		cmp.Compare(a.test, b.test)) < 0
}

func (q choices) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements heap.Interface.
func (q *choices) Push(x any) { *q = append(*q, x.(choice)) }

// Pop implements heap.Interface.
func (q *choices) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
