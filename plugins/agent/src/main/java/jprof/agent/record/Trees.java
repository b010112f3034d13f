package jprof.agent.record;

import java.io.IOException;
import jprof.agent.runtime.Jprof;
import jprof.agent.runtime.JprofLimit;
import jprof.agent.runtime.JprofNode;
import jprof.agent.runtime.JprofRare;
import jprof.agent.runtime.JprofTree;
import jprof.agent.runtime.JprofWalk;

/** Writes trees as records, while their threads run. */
final class Trees {

    /** The flag of a record that goes on where the last one has stopped. */
    private static final int CONTINUED = 1;

    private final RecordFile file;
    private final Classes.Known known;
    private final boolean sites;
    private final Barrier barrier;
    private final Bytes record = new Bytes();

    /**
     * Makes a writer.
     *
     * @param file where to
     * @param known the methods that the file has; contexts of others began to run since
     * @param sites whether call sites are recorded
     * @param barrier what keeps threads out meanwhile, or null
     */
    Trees(RecordFile file, Classes.Known known, boolean sites, Barrier barrier) {
        this.barrier = barrier;
        this.file = file;
        this.known = known;
        this.sites = sites;
    }

    /**
     * Writes a tree, if it has contexts.
     *
     * @param tree the tree
     * @param held counts to write in the place of those in the tree, or null
     * @throws IOException if it cannot be written
     */
    void write(JprofTree tree, Held held) throws IOException {
        JprofWalk walk = new JprofWalk(tree.root);
        int depth = 0;
        boolean begun = false;
        record.size = 0;
        for (JprofNode n = walk.next(); n != null; n = walk.next()) {
            if (!known.has(n.method)) {
                walk.skip();
                continue;
            }
            if (record.size >= ContextsFile.RECORD) {
                file.item(record);
                record.size = 0;
                if (barrier != null) {
                    barrier.step();
                }
            }
            if (record.size == 0) {
                record.u8('T');
                record.u8(begun ? CONTINUED : 0);
                record.text(tree.name);
                record.number(depth);
                begun = true;
            }
            record.signed(walk.depth() - depth);
            depth = walk.depth();
            record.number(n.method);
            record.number(sites ? n.site() + 1 : 0);
            boolean copied = held != null && held.has(n, depth);
            record.number(copied ? held.calls(depth) : n.calls);
            slots(copied ? held.slots(depth) : n.slots);
            rare(copied ? held.rare(depth) : n.rare);
        }
        if (record.size > 0) {
            file.item(record);
        }
    }

    /**
     * Appends slots. A 0 is followed by the number of further ones.
     *
     * @param slots the slots, or null
     */
    private void slots(long[] slots) {
        int n = slots == null ? 0 : slots.length;
        for (int i = 0; i < n; i++) {
            long v = slots[i];
            record.number(v);
            if (v == 0) {
                int zeros = 0;
                while (i + 1 < n && slots[i + 1] == 0) {
                    zeros++;
                    i++;
                }
                record.number(zeros);
            }
        }
    }

    private void rare(JprofRare rare) {
        cuts(rare == null ? null : rare.cuts);
        if (rare == null) {
            record.number(0);
            return;
        }
        JprofRare.Made first = rare.made;
        int n = 0;
        for (JprofRare.Made m = first; m != null; m = m.next) {
            n++;
        }
        record.number(n);
        for (JprofRare.Made m = first; m != null; m = m.next) {
            record.number(m.instruction);
            record.text(m.type);
            record.number(m.objects);
            record.number(m.arrays);
            record.number(m.elements);
        }
    }

    private void cuts(long[] all) {
        long[] cuts = all == null ? new long[0] : all.clone(); // the thread may count meanwhile
        int n = 0;
        for (long cut : cuts) {
            n += cut != 0 ? 1 : 0;
        }
        record.number(n);
        for (int i = 0; i < cuts.length; i++) {
            if (cuts[i] != 0) {
                record.number(i + 1);
                record.number(cuts[i]);
            }
        }
    }

    /**
     * Writes how much there was no memory for, and what was called beyond the limit, by methods.
     *
     * @param trees all trees
     * @throws IOException if it cannot be written
     */
    void beyond(JprofTree[] trees) throws IOException {
        JprofTree sum = JprofTree.sum(trees);
        record.size = 0;
        JprofWalk walk = new JprofWalk(sum.beyond);
        record.u8('B');
        long lost = JprofLimit.LOST.calls + Jprof.lost;
        record.number(lost);
        boolean any = lost > 0;
        for (JprofNode n = walk.next(); n != null; n = walk.next()) {
            if (known.has(n.method)) {
                record.number(n.method);
                record.number(n.calls);
                slots(n.slots);
                rare(n.rare);
                any = true;
            }
        }
        if (any) {
            file.item(record);
        }
    }
}
