import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;

/**
 * Interprets scripts that throw and catch all the time: out of functions, through finally, errors of the
 * interpreter's own and numbers.
 */
public final class RhinoDriver {
    private static final int TURNS = 3000;

    private static final String SCRIPT = String.join("\n",
            "function check(n) { if (n % 2 == 0) throw n; return n; }",
            "function deep(n, left) { if (left == 0) return check(n); try { return deep(n, left - 1); } finally { "
                    + "calls++; } }",
            "var calls = 0, sum = 0;",
            "for (var i = 0; i < turns; i++) {",
            "  try { sum += deep(i, 3); } catch (e) { sum += 2 * e; }",
            "  try { undefined.member; } catch (e) { sum += e instanceof TypeError ? 1 : 0; }",
            "  try { try { throw new Error('no ' + i); } finally { sum++; } } catch (e) { sum += e.message.length; }",
            "}",
            "'' + (sum * 31 + calls);");

    public static void main(String[] args) throws Exception {
        Par.run(args, RhinoDriver::unit);
    }

    private static long unit(int u) {
        Context context = Context.enter();
        try {
            context.setOptimizationLevel(-1); // interpreted: no classes are generated
            Scriptable scope = context.initSafeStandardObjects();
            int turns = TURNS + u;
            scope.put("turns", scope, turns);
            long result = (long) Double.parseDouble((String) context.evaluateString(scope, SCRIPT, "script", 1, null));
            // Each turn throws one Error; turns with an even number also throw a number.
            Par.expect("org/mozilla/javascript/JavaScriptException.java",
                    "public JavaScriptException(Object value, String",
                    "recordErrorOrigin(sourceName, lineNumber, null, 0);", turns + (turns + 1) / 2);
            return result;
        } finally {
            Context.exit();
        }
    }
}
