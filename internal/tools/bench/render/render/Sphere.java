package render;

final class Sphere extends Shape {
    private final Vector centre;
    private final double radius;

    Sphere(Vector centre, double radius, Material material) {
        super(material);
        this.centre = centre;
        this.radius = radius;
    }

    @Override
    double hit(Ray ray) {
        Vector to = centre.minus(ray.origin);
        double along = to.dot(ray.direction);
        double inside = radius * radius - to.dot(to) + along * along;
        if (inside < 0) {
            return NOTHING;
        }
        double half = Math.sqrt(inside);
        if (along - half > NEAR) {
            return along - half;
        }
        return along + half > NEAR ? along + half : NOTHING;
    }

    @Override
    Vector normal(Vector at) {
        return at.minus(centre).times(1 / radius);
    }

    @Override
    Box bounds() {
        Vector r = new Vector(radius, radius, radius);
        return new Box(centre.minus(r), centre.plus(r), material);
    }
}
