package org.junit.platform.launcher;

import java.util.Optional;

/** The needed part of the class of the JUnit Platform of this name. */
public class TestPlan {
    public Optional<TestIdentifier> getParent(TestIdentifier child) {
        throw new UnsupportedOperationException();
    }
}
