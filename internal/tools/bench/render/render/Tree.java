package render;

import java.util.Arrays;
import java.util.Comparator;

/** A tree of boxes around shapes, to find the nearest hit of a ray. */
final class Tree {
    private static final int LEAF = 2;

    private final Box bounds;
    private final Tree left;
    private final Tree right;
    private final Shape[] shapes; // null unless it is a leaf

    Tree(Shape[] all) {
        Box around = all[0].bounds();
        for (Shape s : all) {
            around = around.around(s.bounds());
        }
        bounds = around;
        if (all.length <= LEAF) {
            shapes = all;
            left = null;
            right = null;
            return;
        }
        int axis = around.longest();
        Shape[] sorted = all.clone();
        Arrays.sort(sorted, Comparator.comparingDouble(s -> s.bounds().low.axis(axis)));
        int half = sorted.length / 2;
        shapes = null;
        left = new Tree(Arrays.copyOfRange(sorted, 0, half));
        right = new Tree(Arrays.copyOfRange(sorted, half, sorted.length));
    }

    void find(Ray ray, Hit nearest) {
        if (!bounds.touches(ray)) {
            return;
        }
        if (shapes == null) {
            left.find(ray, nearest);
            right.find(ray, nearest);
            return;
        }
        for (Shape s : shapes) {
            nearest.offer(s, s.hit(ray));
        }
    }

    /** Reports whether anything is hit before a distance. */
    boolean blocks(Ray ray, double distance) {
        if (!bounds.touches(ray)) {
            return false;
        }
        if (shapes == null) {
            return left.blocks(ray, distance) || right.blocks(ray, distance);
        }
        for (Shape s : shapes) {
            if (s.hit(ray) < distance) {
                return true;
            }
        }
        return false;
    }
}
