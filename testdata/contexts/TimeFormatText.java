import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The example of the efficiency paper (example 2) with the String and StringBuilder of the JDK that it runs on, for
 * --contexts=all: docs/lab/EFFICIENCY.md has what differs from table 2, and why. measured() does the work once more,
 * when all classes have been initialised. The numbers are those of builds of the JDK, of what measured() calls:
 *
 * <pre>
 * JDK 17.0.15                                            inv  cost total esc nonesc cap out ret  op local value
 * TimeFormatText.outputTime(OutputStream)                  1  3958   202  33    169  96  33   0   0     1    33
 * System.arraycopy(Object,int,Object,int,int)             18   924   132 132      0   0   0   0 132   132   132
 * TimeFormatText.formatTime(StringBuilder,long,boolean)    1  2977   129  56     73  33   0   0  56     0    56
 * StringBuilder.toString()                                 6   723    69  69      0   0   0  69   0     0    75
 * TimeFormatText.zeroPad(int,long)                         3  1735    73  33     40  40   0  33   0     5    36
 * StringBuilder.append(String)                            10  1766    67  67      0   0   0  67  67     0    67
 * AbstractStringBuilder.append(String)                    10  1706    67  67      0   0   0  67  67    10    67
 * String.getBytes()                                        1   644    33  33      0   0   0  33   0     0    33
 * String.encodeUTF8(byte,byte[],boolean)                   1   619    33  33      0   0   0  33   0     0    33
 * StringLatin1.newString(byte[],int,int)                   6   609    69  69      0   0   0  69   0     6    75
 * String.<init>(byte[],byte)                               6    54    12  12      0   0   0   0  12    12    12
 * Arrays.copyOfRange(byte[],int,int)                       6   477    51  51      0   0   0  51   0     6    51
 * String.getBytes(byte[],int,int,byte,int)                10   523    39  39      0   0   0   0  39     0    39
 * Arrays.copyOf(byte[],int)                                2   376    50  50      0   0   0  50   0     2    50
 * AbstractStringBuilder.ensureCapacityInternal(int)       13   349    18  18      0   0   0   0  18     1    18
 * AbstractStringBuilder.<init>(int)                        4    52    12  12      0   0   0   0  12    12    12
 * AbstractStringBuilder.<init>(String)                     2   382    10  10      0   0   0   0  10     6    10
 * AbstractStringBuilder.append(long)                       3   420     9   9      0   0   0   9   9     3     9
 * StringBuilder.append(long)                               3   438     9   9      0   0   0   9   9     0     9
 * StringBuilder.<init>(String)                             2   390    10  10      0   0   0   0  10     0    10
 * StringBuilder.<init>()                                   4    68    12  12      0   0   0   0  12     0    12
 * Long.getChars(long,int,byte[])                           3   165     6   6      0   0   0   0   6     6     9
 * String.length()                                         27   351     0   0      0   0   0   0   0     0    27
 * Math.min(int,int)                                        8    42     0   0      0   0   0   0   0     0     8
 * Long.stringSize(long)                                    3   117     0   0      0   0   0   0   0     0     3
 * JDK 25.0.3                                             inv  cost total esc nonesc cap out ret  op local value
 * TimeFormatText.outputTime(OutputStream)                  1  3727   206  33    173  97  33   0   0     1    33
 * System.arraycopy(Object,int,Object,int,int)             17   700   100 100      0   0   0   0 100   100   100
 * TimeFormatText.formatTime(StringBuilder,long,boolean)    1  3019   133  57     76  33   0   0  57     0    57
 * StringBuilder.toString()                                 6   855    69  69      0   0   0  69   0     6    75
 * TimeFormatText.zeroPad(int,long)                         3  1874    76  33     43  43   0  33   0     5    36
 * StringBuilder.append(String)                            10  1581    68  68      0   0   0  68  68     0    68
 * AbstractStringBuilder.append(String)                    10  1521    68  68      0   0   0  68  68    12    68
 * String.getBytes()                                        1   345    33  33      0   0   0  33   0     0    33
 * String.encodeUTF8(byte,byte[],boolean)                   1   320    33  33      0   0   0  33   0    33    33
 * String.<init>(AbstractStringBuilder,Void)                6   765    63  63      0   0   0   0  63    12    63
 * Arrays.copyOfRange(byte[],int,int)                       6   513    51  51      0   0   0  51   0     6    51
 * String.getBytes(byte[],int,byte)                        10   503    39  39      0   0   0   0  39     0    39
 * Arrays.copyOf(byte[],int)                                1   136    17  17      0   0   0  17   0     1    17
 * AbstractStringBuilder.ensureCapacityNewCoder(byte[],byte,int,int,byte)   1   216    17  17      0   0   0  17   0     0    17
 * AbstractStringBuilder.ensureCapacitySameCoder(byte[],byte,int)   3    33     0   0      0   0   0   0   0     0     0
 * AbstractStringBuilder.<init>(int)                        4    52    12  12      0   0   0   0  12    12    12
 * AbstractStringBuilder.<init>(String)                     2   356    10  10      0   0   0   0  10     6    10
 * AbstractStringBuilder.append(long)                       3   519    12  12      0   0   0  12  12     6    12
 * StringBuilder.append(long)                               3   537    12  12      0   0   0  12  12     0    12
 * StringBuilder.<init>(String)                             2   364    10  10      0   0   0   0  10     0    10
 * StringBuilder.<init>()                                   4    68    12  12      0   0   0   0  12     0    12
 * DecimalDigits.uncheckedGetCharsLatin1(long,int,byte[])   3   246     6   6      0   0   0   0   6     0     9
 * String.length()                                         17   221     0   0      0   0   0   0   0     0    17
 * Math.min(int,int)                                        7    36     0   0      0   0   0   0   0     0     7
 * DecimalDigits.stringSize(long)                           3   117     0   0      0   0   0   0   0     0     3
 * </pre>
 */
public class TimeFormatText {
    public static void main(String[] args) throws IOException {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        outputTime(out);
        measured(out);
    }

    static void measured(OutputStream out) throws IOException {
        outputTime(out);
    }

    static void outputTime(OutputStream out) throws IOException {
        final StringBuilder sb = new StringBuilder();
        formatTime(sb, 123456789, false);
        out.write(sb.toString().getBytes());
    }

    static void formatTime(StringBuilder sb, long time, boolean appendMillis) {
        long seconds = time / 1000;
        long minutes = seconds / 60;
        long hours = minutes / 60;
        sb.append(zeroPad(4, hours)).append(" hours ");
        sb.append(zeroPad(2, minutes % 60)).append(" minutes ");
        sb.append(zeroPad(2, seconds % 60));
        if (appendMillis) {
            sb.append(".").append(zeroPad(3, time % 1000));
        }
        sb.append(" seconds");
    }

    /** Joins texts as Eclipse's compiler did: a StringBuilder begins with the first text. */
    static String zeroPad(int l, long v) {
        String result = new StringBuilder().append(v).toString();
        while (result.length() < l) {
            result = new StringBuilder("0").append(result).toString();
        }
        return result;
    }
}
