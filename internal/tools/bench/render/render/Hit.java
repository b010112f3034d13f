package render;

/** The nearest hit of a ray. */
final class Hit {
    private Shape shape;
    private double distance = Shape.NOTHING;

    void offer(Shape other, double at) {
        if (at < distance) {
            shape = other;
            distance = at;
        }
    }

    boolean found() {
        return shape != null;
    }

    Shape shape() {
        return shape;
    }

    double distance() {
        return distance;
    }
}
