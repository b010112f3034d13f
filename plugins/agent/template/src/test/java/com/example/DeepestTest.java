package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import jprof.api.Context;
import org.junit.jupiter.api.Test;

class DeepestTest {
    @Test
    void remembersTheDeepestContext() {
        Deepest agent = new Deepest();
        Context root = new Fake(null, "");
        Context main = new Fake(root, "main");
        Context parse = new Fake(main, "parse");
        assertEquals(10_000, agent.begin(Thread.currentThread(), root));
        agent.visit(main);
        agent.visit(parse);
        agent.visit(main);
        assertEquals("deepest: 2, in com.example.Program.parse", agent.result());
    }

    /** A context as jprof would pass it. */
    private static final class Fake implements Context {
        private final Context caller;
        private final String method;

        Fake(Context caller, String method) {
            this.caller = caller;
            this.method = method;
        }

        @Override
        public Context caller() {
            return caller;
        }

        @Override
        public String className() {
            return "com.example.Program";
        }

        @Override
        public String method() {
            return method;
        }

        @Override
        public String descriptor() {
            return "()V";
        }

        @Override
        public Iterable<Context> callees() {
            return Collections.emptyList();
        }

        @Override
        public long calls() {
            return 0;
        }

        @Override
        public long bytecodes() {
            return 0;
        }

        @Override
        public long objects(String className) {
            return 0;
        }

        @Override
        public long arrays(char element) {
            return 0;
        }

        @Override
        public long elements(char element) {
            return 0;
        }

        @Override
        public void clear() {
        }
    }
}
