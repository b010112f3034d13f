import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.specs.ISolver;

/** Decides whether random formulas of three literals a clause have a solution, about half of which have one. */
public final class SatDriver {
    private static final int VARIABLES = 170;
    private static final double CLAUSES = 4.26;

    public static void main(String[] args) throws Exception {
        Par.run(args, SatDriver::unit);
    }

    private static long unit(int u) throws Exception {
        Par.Random r = new Par.Random(77 + u);
        int clauses = (int) (CLAUSES * VARIABLES);
        int[][] formula = new int[clauses][3];
        ISolver solver = SolverFactory.newDefault();
        solver.setTimeoutOnConflicts(Integer.MAX_VALUE);
        solver.newVar(VARIABLES);
        solver.setExpectedNumberOfClauses(clauses);
        for (int[] clause : formula) {
            clause[0] = 1 + r.next(VARIABLES);
            do {
                clause[1] = 1 + r.next(VARIABLES);
            } while (clause[1] == clause[0]);
            do {
                clause[2] = 1 + r.next(VARIABLES);
            } while (clause[2] == clause[0] || clause[2] == clause[1]);
            for (int i = 0; i < clause.length; i++) {
                clause[i] = r.next(2) == 0 ? clause[i] : -clause[i];
            }
            solver.addClause(new VecInt(clause.clone()));
        }
        Par.expect("org/sat4j/minisat/SolverFactory.java", "public static ISolver newDefault() {",
                "return newGlucose21(); // newMiniLearningHeapRsatExpSimpBiere();", 1);
        if (!solver.isSatisfiable()) {
            return u;
        }
        boolean[] value = new boolean[VARIABLES + 1];
        for (int literal : solver.model()) {
            value[Math.abs(literal)] = literal > 0;
        }
        for (int[] clause : formula) {
            boolean met = false;
            for (int literal : clause) {
                met |= value[Math.abs(literal)] == literal > 0;
            }
            if (!met) {
                throw new IllegalStateException("the solution does not meet all clauses");
            }
        }
        return u + 1000;
    }
}
