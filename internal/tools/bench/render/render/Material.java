package render;

/** A way of a surface to give back light. */
final class Material {
    final Colour colour;
    final double mirror; // the share of light that it reflects like a mirror
    final int shine; // makes highlights smaller: 0 for none

    Material(Colour colour, double mirror, int shine) {
        this.colour = colour;
        this.mirror = mirror;
        this.shine = shine;
    }

    /** Returns base to the power of shine. */
    double highlight(double base) {
        if (shine == 0 || base <= 0) {
            return 0;
        }
        double power = 1;
        for (int left = shine; left > 0; left >>= 1) {
            if ((left & 1) != 0) {
                power *= base;
            }
            base *= base;
        }
        return power;
    }
}
