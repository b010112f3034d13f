package render;

/** A half line. */
final class Ray {
    final Vector origin;
    final Vector direction;

    Ray(Vector origin, Vector direction) {
        this.origin = origin;
        this.direction = direction;
    }

    Vector at(double distance) {
        return origin.plus(direction.times(distance));
    }
}
