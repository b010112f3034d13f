import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Uses much of java.base until its compilers have worked on it, and prints a sum that is the same each time. */
public class Soak {

    static long work(int n) throws Exception {
        Random random = new Random(n);
        Map<String, Integer> words = new HashMap<>();
        TreeMap<Integer, String> sorted = new TreeMap<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            String word = "w" + Integer.toString(random.nextInt(500), 36) + (char) ('a' + i % 26);
            words.merge(word, 1, Integer::sum);
            sorted.put(random.nextInt(), word);
            text.append(word).append(i % 7 == 0 ? '\n' : ' ');
        }
        long sum = 0;
        Matcher m = Pattern.compile("w([0-9a-z]+)([aeiou])\\s").matcher(text);
        while (m.find()) {
            sum += m.group(1).hashCode();
        }
        sum += Arrays.stream(text.toString().split("\\s+")).map(String::toUpperCase).distinct().sorted().limit(50)
                .collect(Collectors.joining(",")).hashCode();
        sum += IntStream.range(0, 300).parallel().mapToLong(i -> (long) i * i).sum();
        List<Integer> numbers = new ArrayList<>(sorted.keySet());
        Collections.shuffle(numbers, random);
        Collections.sort(numbers);
        sum += numbers.hashCode() + words.values().stream().mapToInt(i -> i).sum();
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        sum += Arrays.hashCode(MessageDigest.getInstance("SHA-256").digest(bytes));
        sum += Base64.getEncoder().encodeToString(bytes).hashCode();
        sum += new BigInteger(256, random).modPow(BigInteger.valueOf(65537), new BigInteger("1000000000000000003")).longValue();
        sum += String.format("%05d %s %.3f", n, words.size(), sum / 7.0).hashCode();
        try {
            Object[] objects = new Integer[1];
            objects[0] = "no";
        } catch (ArrayStoreException e) {
            sum += e.getMessage().length();
        }
        return sum;
    }

    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        AtomicLong sum = new AtomicLong();
        Map<Integer, Long> all = new ConcurrentHashMap<>();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            int n = i;
            tasks.add(pool.submit(() -> {
                long w = work(n);
                all.put(n, w);
                return sum.addAndGet(w);
            }));
        }
        for (Future<?> task : tasks) {
            task.get();
        }
        pool.shutdown();
        for (int i = 0; i < 20; i++) {
            Thread t = new Thread(() -> sum.addAndGet(depth(2000)));
            t.start();
            t.join();
        }
        System.out.println(sum + " " + all.size());
    }
}
