import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

/** Compresses generated text with LZMA2, and gets it back four times. */
public final class XzDriver {
    private static final int SIZE = 700_000;
    private static final int TIMES = 4;

    public static void main(String[] args) throws Exception {
        Par.run(args, XzDriver::unit);
    }

    private static long unit(int u) throws Exception {
        byte[] in = Par.bytes(SIZE, 77 + u);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (XZOutputStream x = new XZOutputStream(packed, new LZMA2Options(5))) {
            x.write(in);
        }
        long sum = packed.size();
        for (int i = 0; i < TIMES; i++) {
            byte[] out;
            try (XZInputStream x = new XZInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
                out = x.readAllBytes();
            }
            if (!Arrays.equals(in, out)) {
                throw new IllegalStateException("what came back is not what was compressed");
            }
            sum = sum * 31 + out.length;
        }
        Par.expect("org/tukaani/xz/check/CRC64.java", "class CRC64", "size = 8;", 1 + TIMES);
        return sum;
    }
}
