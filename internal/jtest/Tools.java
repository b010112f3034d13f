import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.spi.ToolProvider;

/** Runs tools of its JDK, one after the other: see tools.go. */
class Tools {
    public static void main(String[] unused) throws IOException {
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        System.setOut(System.err); // output of the tools must not get into the answers
        out.write(1); // ready
        out.flush();
        while (true) {
            int count;
            try {
                count = in.readInt();
            } catch (EOFException e) {
                return; // the test has ended
            }
            String[] command = new String[count];
            for (int i = 0; i < count; i++) {
                command[i] = new String(in.readNBytes(in.readInt()), "UTF-8");
            }
            ByteArrayOutputStream messages = new ByteArrayOutputStream();
            int status = run(command, new PrintStream(messages, true));
            out.writeInt(status);
            out.writeInt(messages.size());
            messages.writeTo(out);
            out.flush();
        }
    }

    private static int run(String[] command, PrintStream messages) {
        String[] args = java.util.Arrays.copyOfRange(command, 1, command.length);
        try {
            return ToolProvider.findFirst(command[0]).orElseThrow().run(messages, messages, args);
        } catch (RuntimeException | Error e) {
            e.printStackTrace(messages);
            return -1;
        }
    }
}
