package render;

import java.util.ArrayList;
import java.util.List;

/** The shapes and the lights. */
public final class Scene {
    private final Shape floor;
    private final Tree shapes;
    private final Vector[] lights;

    private Scene(Shape floor, List<Shape> shapes, Vector... lights) {
        this.floor = floor;
        this.shapes = new Tree(shapes.toArray(new Shape[0]));
        this.lights = lights;
    }

    /** Generates a scene of so many bodies on a floor, the same one for the same seed. */
    public static Scene generate(int bodies, long seed) {
        long state = seed;
        double[] random = new double[8];
        List<Shape> list = new ArrayList<>();
        for (int i = 0; i < bodies; i++) {
            for (int k = 0; k < random.length; k++) {
                state = state * 6364136223846793005L + 1442695040888963407L;
                random[k] = (state >>> 40) / (double) (1 << 24);
            }
            Colour colour = new Colour(0.2 + 0.8 * random[0], 0.2 + 0.8 * random[1], 0.2 + 0.8 * random[2]);
            Material material = new Material(colour, i % 3 == 0 ? 0.5 : 0, i % 2 == 0 ? 40 : 0);
            double size = 0.3 + 0.7 * random[3];
            Vector foot = new Vector(16 * random[4] - 8, 3 * random[6] * random[6], 16 * random[5]);
            if (i % 4 == 3) {
                list.add(new Box(foot, foot.plus(new Vector(size, 2 * size, size)), material));
            } else {
                list.add(new Sphere(foot.plus(new Vector(0, size, 0)), size, material));
            }
        }
        Shape floor = new Floor(new Material(new Colour(0.9, 0.9, 0.9), 0.1, 0),
                new Material(new Colour(0.1, 0.1, 0.1), 0.3, 0));
        return new Scene(floor, list, new Vector(-10, 12, -6), new Vector(9, 7, -3));
    }

    Hit trace(Ray ray) {
        Hit nearest = new Hit();
        nearest.offer(floor, floor.hit(ray));
        shapes.find(ray, nearest);
        return nearest;
    }

    boolean dark(Ray ray, double distance) {
        return shapes.blocks(ray, distance);
    }

    Vector[] lights() {
        return lights;
    }

    /** Returns the colour of the sky in a direction. */
    Colour sky(Vector direction) {
        double height = Math.max(0, direction.y);
        return new Colour(0.5, 0.7, 1).times(0.4 + 0.6 * height);
    }
}
