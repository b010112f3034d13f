package render;

/** A chequered square at height 0, wide enough to have no end in the picture. */
final class Floor extends Shape {
    private static final double SIZE = 1000;
    private final Material other;

    Floor(Material material, Material other) {
        super(material);
        this.other = other;
    }

    @Override
    double hit(Ray ray) {
        if (ray.direction.y == 0) {
            return NOTHING;
        }
        double distance = -ray.origin.y / ray.direction.y;
        if (distance <= NEAR) {
            return NOTHING;
        }
        Vector at = ray.at(distance);
        return Math.abs(at.x) <= SIZE && Math.abs(at.z) <= SIZE ? distance : NOTHING;
    }

    @Override
    Vector normal(Vector at) {
        return new Vector(0, 1, 0);
    }

    @Override
    Material material(Vector at) {
        boolean even = ((long) Math.floor(at.x) + (long) Math.floor(at.z) & 1) == 0;
        return even ? material : other;
    }

    @Override
    Box bounds() {
        return new Box(new Vector(-SIZE, 0, -SIZE), new Vector(SIZE, 0, SIZE), material);
    }
}
