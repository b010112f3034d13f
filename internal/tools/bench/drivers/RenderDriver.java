import render.Picture;
import render.Scene;
import render.Tracer;

/** Traces a scene of spheres and boxes on a floor: all threads work on bands of one picture, in one scene. */
public final class RenderDriver {
    private static final int WIDTH = 320;
    private static final int BAND = 4;

    public static void main(String[] args) throws Exception {
        int bands = Par.units(args);
        Scene scene = Scene.generate(60, 7);
        Picture picture = new Picture(WIDTH, bands * BAND);
        Tracer tracer = new Tracer(scene, picture);
        Par.run(args, u -> {
            tracer.rows(u * BAND, (u + 1) * BAND);
            Par.expect("render/Tracer.java", "Colour pixel(", "double shiftX = (i % GRID + 0.5) / GRID;",
                    (long) WIDTH * BAND * Tracer.SAMPLES);
            return picture.checkSum(u * BAND, (u + 1) * BAND);
        });
    }
}
