package render;

/** Draws a scene. Threads may share it, each drawing rows of its own. */
public final class Tracer {
    private static final int GRID = 2;
    /** The number of rays for each point of the picture. */
    public static final int SAMPLES = GRID * GRID;

    private static final int DEPTH = 4;
    private static final double AMBIENT = 0.1;
    private static final Vector EYE = new Vector(0, 3, -10);

    private final Scene scene;
    private final Picture picture;

    public Tracer(Scene scene, Picture picture) {
        this.scene = scene;
        this.picture = picture;
    }

    /** Draws the rows from one to below another. */
    public void rows(int from, int to) {
        for (int y = from; y < to; y++) {
            for (int x = 0; x < picture.width(); x++) {
                picture.set(x, y, pixel(x, y));
            }
        }
    }

    private Colour pixel(int x, int y) {
        Colour sum = Colour.BLACK;
        for (int i = 0; i < SAMPLES; i++) {
            double shiftX = (i % GRID + 0.5) / GRID;
            double shiftY = (i / GRID + 0.5) / GRID;
            sum = sum.plus(follow(new Ray(EYE, direction(x + shiftX, y + shiftY)), DEPTH));
        }
        return sum.times(1.0 / SAMPLES);
    }

    private Vector direction(double x, double y) {
        double across = 2 * x / picture.width() - 1;
        double up = 1 - 2 * y / picture.height();
        return new Vector(across, 0.75 * up - 0.2, 1.6).normalised();
    }

    private Colour follow(Ray ray, int depth) {
        Hit hit = scene.trace(ray);
        if (!hit.found()) {
            return scene.sky(ray.direction);
        }
        Vector at = ray.at(hit.distance());
        Vector normal = hit.shape().normal(at);
        if (normal.dot(ray.direction) > 0) {
            normal = normal.times(-1);
        }
        Material material = hit.shape().material(at);
        Colour light = lit(ray, at, normal, material);
        if (material.mirror == 0 || depth == 0) {
            return light;
        }
        Colour seen = follow(new Ray(at, ray.direction.reflected(normal)), depth - 1);
        return light.times(1 - material.mirror).plus(seen.times(material.mirror));
    }

    private Colour lit(Ray ray, Vector at, Vector normal, Material material) {
        double diffuse = AMBIENT;
        double highlight = 0;
        for (Vector lamp : scene.lights()) {
            Vector to = lamp.minus(at);
            double distance = to.length();
            Vector direction = to.times(1 / distance);
            double facing = normal.dot(direction);
            if (facing <= 0 || scene.dark(new Ray(at, direction), distance)) {
                continue;
            }
            diffuse += 0.5 * facing;
            highlight += material.highlight(direction.dot(ray.direction.reflected(normal)));
        }
        Colour white = new Colour(1, 1, 1);
        return material.colour.times(diffuse).plus(white.filtered(material.colour).times(0.3 * highlight));
    }
}
