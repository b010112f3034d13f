package jprof.agent;

import java.util.ArrayList;
import java.util.List;
import jprof.agent.runtime.JprofFacts;
import jprof.agent.runtime.JprofNode;
import jprof.agent.runtime.JprofWalk;
import jprof.api.Context;

/** A context as agents of users see it. */
final class UserContext implements Context {

    private final JprofNode node;
    private final JprofFacts facts;
    private final Cleared cleared;

    UserContext(JprofNode node, JprofFacts facts, Cleared cleared) {
        this.node = node;
        this.facts = facts;
        this.cleared = cleared;
    }

    /** Set when an agent has cleared a context: the numbers of the run lack those that it had then. */
    static final class Cleared {

        volatile boolean is;
    }

    @Override
    public Context caller() {
        return node.caller == null ? null : new UserContext(node.caller, facts, cleared);
    }

    @Override
    public String className() {
        return facts.method(node.method)[0];
    }

    @Override
    public String method() {
        return facts.method(node.method)[1];
    }

    @Override
    public String descriptor() {
        return facts.method(node.method)[2];
    }

    @Override
    public Iterable<Context> callees() {
        List<Context> callees = new ArrayList<>();
        JprofWalk walk = new JprofWalk(node);
        for (JprofNode n = walk.next(); n != null; n = walk.next()) {
            callees.add(new UserContext(n, facts, cleared));
            walk.skip();
        }
        return callees;
    }

    @Override
    public long calls() {
        return node.calls;
    }

    @Override
    public long bytecodes() {
        return facts.bytecodes(node);
    }

    @Override
    public Iterable<String> types() {
        return facts.types(node);
    }

    @Override
    public long objects(String className) {
        return facts.objects(node, className);
    }

    @Override
    public long arrays(char element) {
        return facts.arrays(node, element, false);
    }

    @Override
    public long elements(char element) {
        return facts.arrays(node, element, true);
    }

    @Override
    public void clear() {
        if (!cleared.is) {
            cleared.is = true;
        }
        node.clear();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UserContext && ((UserContext) other).node == node;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(node);
    }

    @Override
    public String toString() {
        return node.caller == null ? "(root)" : className() + "." + method() + descriptor();
    }
}
