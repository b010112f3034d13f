import org.jtransforms.fft.DoubleFFT_2D;
import org.jtransforms.utils.CommonUtils;
import pl.edu.icm.jlargearrays.ConcurrencyUtils;

/** Transforms pictures by JTransforms there and back: it has threads of its own, which share each transform. */
public final class FourierDriver {
    private static final int SIDE = 512;

    public static void main(String[] args) {
        ConcurrencyUtils.setNumberOfThreads(Par.threads(args));
        CommonUtils.setThreadsBeginN_2D(1);
        long[] sums = new long[Par.units(args)];
        Par.Random r = new Par.Random(11);
        double[] picture = new double[2 * SIDE * SIDE];
        for (int i = 0; i < picture.length; i++) {
            picture[i] = r.unit();
        }
        DoubleFFT_2D transform = new DoubleFFT_2D(SIDE, SIDE);
        for (int u = 0; u < sums.length; u++) {
            transform.complexForward(picture);
            double low = picture[0] / picture.length;
            transform.complexInverse(picture, true);
            sums[u] = Math.round(1e6 * low) * 31 + Math.round(1e6 * picture[u % picture.length]);
        }
        // A transform of one dimension for each row and for each column.
        Par.expect("org/jtransforms/fft/DoubleFFT_1D.java", "public void complexForward(double[] a, int offa)",
                "switch (plan) {", 2L * SIDE * sums.length);
        ConcurrencyUtils.shutdownThreadPoolAndAwaitTermination();
        Par.finish(sums);
    }
}
