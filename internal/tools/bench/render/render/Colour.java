package render;

/** Light, as shares of red, green and blue. */
final class Colour {
    static final Colour BLACK = new Colour(0, 0, 0);

    private final double red;
    private final double green;
    private final double blue;

    Colour(double red, double green, double blue) {
        this.red = red;
        this.green = green;
        this.blue = blue;
    }

    Colour plus(Colour o) {
        return new Colour(red + o.red, green + o.green, blue + o.blue);
    }

    Colour times(double f) {
        return new Colour(red * f, green * f, blue * f);
    }

    Colour filtered(Colour by) {
        return new Colour(red * by.red, green * by.green, blue * by.blue);
    }

    /** Returns it as 0xRRGGBB. */
    int packed() {
        return level(red) << 16 | level(green) << 8 | level(blue);
    }

    private static int level(double share) {
        if (share <= 0) {
            return 0;
        }
        return share >= 1 ? 255 : (int) (Math.sqrt(share) * 255.999);
    }
}
