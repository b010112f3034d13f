package org.junit.platform.engine.support.descriptor;

import org.junit.platform.engine.TestSource;

/** The needed part of the class of the JUnit Platform of this name. */
public class MethodSource implements TestSource {
    public final String getClassName() {
        throw new UnsupportedOperationException();
    }

    public final String getMethodName() {
        throw new UnsupportedOperationException();
    }

    public final String getMethodParameterTypes() {
        throw new UnsupportedOperationException();
    }
}
