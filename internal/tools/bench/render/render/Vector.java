package render;

/** A point or a direction. */
public final class Vector {
    final double x;
    final double y;
    final double z;

    public Vector(double x, double y, double z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    Vector plus(Vector o) {
        return new Vector(x + o.x, y + o.y, z + o.z);
    }

    Vector minus(Vector o) {
        return new Vector(x - o.x, y - o.y, z - o.z);
    }

    Vector times(double f) {
        return new Vector(x * f, y * f, z * f);
    }

    double dot(Vector o) {
        return x * o.x + y * o.y + z * o.z;
    }

    double length() {
        return Math.sqrt(dot(this));
    }

    Vector normalised() {
        return times(1 / length());
    }

    /** Returns the reflection of this direction at a surface with this normal. */
    Vector reflected(Vector normal) {
        return minus(normal.times(2 * dot(normal)));
    }

    /** Returns the coordinate of an axis: 0, 1 or 2. */
    double axis(int n) {
        switch (n) {
            case 0:
                return x;
            case 1:
                return y;
            default:
                return z;
        }
    }
}
