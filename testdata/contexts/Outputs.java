import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Kinds of output: each method writes an array, and gives it to what it is named after. */
public class Outputs {
    public static void main(String[] args) throws IOException {
        console(1);
        log(Logger.getAnonymousLogger(), "x");
        try (DatagramSocket socket = new DatagramSocket()) {
            socket(socket, 2);
        }
        File file = File.createTempFile("outputs", ".txt");
        file.deleteOnExit();
        try (FileOutputStream out = new FileOutputStream(file)) {
            file(out, 3);
            stream(out, 4);
        }
    }

    /** An array and its two elements. */
    static byte[] bytes(int value) {
        byte[] all = new byte[2];
        all[0] = (byte) value;
        all[1] = '\n';
        return all;
    }

    static void console(int value) {
        System.out.write(bytes(value), 0, 2);
    }

    static void log(Logger logger, String value) {
        logger.log(Level.FINE, "{0} and {1}", new Object[] {value, value});
    }

    static void socket(DatagramSocket socket, int value) throws IOException {
        socket.send(new DatagramPacket(bytes(value), 2, InetAddress.getLoopbackAddress(), 9));
    }

    static void file(FileOutputStream out, int value) throws IOException {
        out.write(bytes(value));
    }

    static void stream(OutputStream out, int value) throws IOException {
        out.write(bytes(value));
    }
}
