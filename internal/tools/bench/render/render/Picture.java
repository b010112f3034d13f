package render;

/** The points of a picture, each as 0xRRGGBB. */
public final class Picture {
    private final int width;
    private final int height;
    private final int[] points;

    public Picture(int width, int height) {
        this.width = width;
        this.height = height;
        points = new int[width * height];
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    void set(int x, int y, Colour colour) {
        points[y * width + x] = colour.packed();
    }

    /** Returns a sum of the rows from one to below another. */
    public long checkSum(int from, int to) {
        long sum = 0;
        for (int i = from * width; i < to * width; i++) {
            sum = sum * 31 + points[i];
        }
        return sum;
    }
}
