package flame

import (
	"math"

	"jprof/report/contexts/cct"
)

// dropped is the tier of nodes that are in no chunk.
const dropped = math.MaxUint8

// weights returns for each node its largest share in the totals of all columns, as a number that sorts like the share.
// Shares that differ by less than about a hundredth may have the same number.
func weights(src *Source) []uint16 {
	w := make([]uint16, len(src.Parent))
	var total []uint64
	for _, self := range src.Self {
		total = cct.Inclusive(total, self, src.Parent)
		sum := 0.0
		for i := 0; i < len(total); i = int(src.End[i]) {
			sum += float64(total[i])
		}
		if sum == 0 {
			continue
		}
		for i, n := range total {
			// The bits of positive numbers are in the order of the numbers: those of the exponent come first.
			if bits := uint16(math.Float32bits(float32(float64(n)/sum)) >> 16); bits > w[i] {
				w[i] = bits
			}
		}
	}
	return w
}

// tiers returns the tier of each node. Nodes are ranked by weight, the heaviest first; the tier is the index of the
// first limit above the rank, or dropped if there is none. Nodes of equal weight are in preorder, so no node is in a
// lower tier than its parent.
func tiers(weights []uint16, limits []int) []uint8 {
	counts := make([]int, 1<<16)
	for _, w := range weights {
		counts[w]++
	}
	rank := make([]int, 1<<16) // by weight: the rank of the next node
	for w, before := len(counts)-1, 0; w >= 0; w-- {
		rank[w] = before
		before += counts[w]
	}
	out := make([]uint8, len(weights))
	for i, w := range weights {
		tier := 0
		for tier < len(limits) && rank[w] >= limits[tier] {
			tier++
		}
		rank[w]++
		if out[i] = uint8(tier); tier == len(limits) {
			out[i] = dropped
		}
	}
	return out
}

// setTiers makes the groups. The callees of a node that its own group lacks form one group, with the tier of the
// heaviest of them. So a node has at most two rests: one to load, and one of dropped nodes.
func (c *Chunks) setTiers(own []uint8) {
	src := c.src
	n := len(src.Parent)
	c.tiers, c.group = own, make([]int32, n)
	c.groups = []group{{parent: -1}}
	for i := range n {
		if src.Parent[i] < 0 {
			c.tiers[i] = 0 // there are few roots, and without them nothing can be found
		}
		if c.tiers[i] == dropped {
			c.group[i] = -1
			continue
		}
		here, other := c.tiers[i], uint8(dropped)
		for k := int32(i) + 1; k < src.End[i]; k = src.End[k] {
			if own[k] > here {
				other = min(other, own[k])
			}
		}
		missing := int32(-1)
		for k := int32(i) + 1; k < src.End[i]; k = src.End[k] {
			switch {
			case own[k] == dropped:
			case own[k] <= here:
				c.tiers[k], c.group[k] = here, c.group[i]
			default:
				if missing < 0 {
					missing = int32(len(c.groups))
					c.groups = append(c.groups, group{parent: int32(i), tier: other})
				}
				c.tiers[k], c.group[k] = other, missing
			}
		}
	}
}

// collect puts nodes into groups, and groups into chunks in the order of tiers. So each group comes after the group
// that has its parent.
func (c *Chunks) collect() {
	sizes := make([]int, len(c.groups))
	for _, g := range c.group {
		if g >= 0 {
			sizes[g]++
			c.Kept++
		}
	}
	all := make([]int32, c.Kept)
	at := 0
	for g, size := range sizes {
		c.groups[g].nodes = all[at : at : at+size]
		at += size
	}
	last := uint8(0)
	for i, g := range c.group {
		if g >= 0 {
			c.groups[g].nodes = append(c.groups[g].nodes, int32(i))
			last = max(last, c.groups[g].tier)
		}
	}
	full := true
	room := 0
	for tier := range int(last) + 1 {
		for i := range c.groups {
			g := &c.groups[i]
			if int(g.tier) != tier {
				continue
			}
			if full || room <= 0 {
				c.chunks, room, full = append(c.chunks, nil), chunkSize, false
			}
			chunk := len(c.chunks) - 1
			g.chunk, g.at = chunk, len(c.chunks[chunk])
			c.chunks[chunk] = append(c.chunks[chunk], int32(i))
			room -= len(g.nodes)
			full = i == 0 // the first chunk has the first group alone
		}
	}
}
