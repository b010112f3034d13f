package jprof.agent.record;

import java.util.ArrayList;

/** Names of classes with dots, where a * matches any characters. */
final class Patterns {

    private final ArrayList<String> patterns = new ArrayList<>();

    /**
     * Reads patterns.
     *
     * @param list them, with commas in between
     */
    Patterns(String list) {
        for (String pattern : list.split(",")) {
            if (!pattern.trim().isEmpty()) {
                patterns.add(pattern.trim());
            }
        }
    }

    /**
     * Reports whether there are none.
     *
     * @return whether there are none
     */
    boolean empty() {
        return patterns.isEmpty();
    }

    /**
     * Reports whether one of them matches.
     *
     * @param name the name of a class
     * @return whether one does
     */
    boolean match(String name) {
        for (int i = 0; i < patterns.size(); i++) {
            if (match(patterns.get(i), name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean match(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1; // the last *, and how far into the name it reaches
        int reach = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                reach = n;
            } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++reach;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
