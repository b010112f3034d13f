package com.example;

import jprof.api.Context;
import jprof.api.ContextAgent;

/** Finds the deepest stack of methods, once in 10,000 bytecodes of each thread, and prints it at the end. */
public class Deepest implements ContextAgent {
    private static final long EVERY = 10_000;

    private int deepest;
    private String method = "none";

    @Override
    public long begin(Thread thread, Context root) {
        return EVERY;
    }

    @Override
    public synchronized long visit(Context current) {
        int depth = 0;
        for (Context c = current; c.caller() != null; c = c.caller()) {
            depth++;
        }
        if (depth > deepest) {
            deepest = depth;
            method = current.className() + "." + current.method();
        }
        return EVERY;
    }

    @Override
    public synchronized void end() {
        System.out.println(result());
    }

    synchronized String result() {
        return "deepest: " + deepest + ", in " + method;
    }
}
