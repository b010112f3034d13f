package render;

/** A body in a scene. */
abstract class Shape {
    /** The distance of a ray that hits nothing. */
    static final double NOTHING = Double.POSITIVE_INFINITY;
    /** The distance from a surface at which a ray starts there. */
    static final double NEAR = 1e-6;

    final Material material;

    Shape(Material material) {
        this.material = material;
    }

    /** Returns the distance from the ray's origin to the first hit. */
    abstract double hit(Ray ray);

    /** Returns the direction away from the body at a point of its surface. */
    abstract Vector normal(Vector at);

    abstract Box bounds();

    Material material(Vector at) {
        return material;
    }
}
