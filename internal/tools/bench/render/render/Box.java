package render;

/** A box along the axes. */
final class Box extends Shape {
    final Vector low;
    final Vector high;

    Box(Vector low, Vector high, Material material) {
        super(material);
        this.low = low;
        this.high = high;
    }

    @Override
    double hit(Ray ray) {
        double enter = Double.NEGATIVE_INFINITY;
        double leave = NOTHING;
        for (int axis = 0; axis < 3; axis++) {
            double from = ray.origin.axis(axis);
            double step = ray.direction.axis(axis);
            if (step == 0) {
                if (from < low.axis(axis) || from > high.axis(axis)) {
                    return NOTHING;
                }
                continue;
            }
            double a = (low.axis(axis) - from) / step;
            double b = (high.axis(axis) - from) / step;
            enter = Math.max(enter, Math.min(a, b));
            leave = Math.min(leave, Math.max(a, b));
            if (enter > leave) {
                return NOTHING;
            }
        }
        if (enter > NEAR) {
            return enter;
        }
        return leave > NEAR ? leave : NOTHING;
    }

    /** Reports whether a ray passes through, its origin included. */
    boolean touches(Ray ray) {
        return hit(ray) != NOTHING;
    }

    Box around(Box o) {
        return new Box(
                new Vector(Math.min(low.x, o.low.x), Math.min(low.y, o.low.y), Math.min(low.z, o.low.z)),
                new Vector(Math.max(high.x, o.high.x), Math.max(high.y, o.high.y), Math.max(high.z, o.high.z)),
                null);
    }

    /** Returns the axis along which it is longest. */
    int longest() {
        Vector d = high.minus(low);
        if (d.x >= d.y && d.x >= d.z) {
            return 0;
        }
        return d.y >= d.z ? 1 : 2;
    }

    @Override
    Vector normal(Vector at) {
        Vector best = null;
        double nearest = NOTHING;
        for (int axis = 0; axis < 3; axis++) {
            for (int side = -1; side <= 1; side += 2) {
                double far = Math.abs(at.axis(axis) - (side < 0 ? low : high).axis(axis));
                if (far < nearest) {
                    nearest = far;
                    best = new Vector(axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0);
                }
            }
        }
        return best;
    }

    @Override
    Box bounds() {
        return this;
    }
}
