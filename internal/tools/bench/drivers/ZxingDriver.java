import com.google.zxing.BarcodeFormat;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.google.zxing.qrcode.QRCodeWriter;
import java.util.Collections;
import java.util.Map;

/** Draws texts as QR codes, adds noise to the pictures, and reads them back. */
public final class ZxingDriver {
    private static final int TIMES = 6;
    private static final int SIDE = 800;

    public static void main(String[] args) throws Exception {
        Par.run(args, ZxingDriver::unit);
    }

    private static long unit(int u) throws Exception {
        Map<DecodeHintType, Object> hints = Collections.singletonMap(DecodeHintType.PURE_BARCODE, Boolean.TRUE);
        long sum = 0;
        for (int i = 0; i < TIMES; i++) {
            String text = Par.text(200 + 40 * i, 31L * u + i);
            BitMatrix code = new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, SIDE, SIDE);
            int[] pixels = new int[SIDE * SIDE];
            int noise = u * 17 + i;
            for (int y = 0; y < SIDE; y++) {
                for (int x = 0; x < SIDE; x++) {
                    noise = noise * 1103515245 + 12345;
                    int grey = (code.get(x, y) ? 40 : 210) + (noise >>> 28);
                    pixels[y * SIDE + x] = grey * 0x10101;
                }
            }
            BinaryBitmap picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(SIDE, SIDE, pixels)));
            String read = new QRCodeReader().decode(picture, hints).getText();
            if (!read.equals(text)) {
                throw new IllegalStateException("what was read is not what was written");
            }
            sum = sum * 31 + read.hashCode() + code.getEnclosingRectangle()[2];
        }
        Par.expect("com/google/zxing/qrcode/QRCodeWriter.java", "class QRCodeWriter",
                "QRCode code = Encoder.encode(contents, errorCorrectionLevel, hints);", TIMES);
        return sum;
    }
}
