import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.zip.CRC32C;

/** Calls methods for which the JVM has code of its own, often enough to be compiled. */
public class BuiltIn {
    static double sum;

    static void work(int i) {
        sum += Math.sin(i) + Math.cos(i) + Math.tan(i) + Math.exp(i % 5) + Math.log(i + 1) + Math.log10(i + 1);
        sum += Math.pow(i, 0.5) + Math.sqrt(i) + StrictMath.sqrt(i) + Math.abs((double) -i) + Math.fma(1.0, 2.0, i);
        sum += Math.fma(1f, 2f, i) + Math.abs((float) -i) + Math.tanh(i) + Math.cbrt(i);
        sum += new WeakReference<>("x").get().length() + new SoftReference<>("x").get().length();
        CRC32C crc = new CRC32C();
        crc.update(new byte[] {1, 2, (byte) i}, 0, 3);
        sum += crc.getValue();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30_000; i++) {
            work(i);
        }
    }
}
