import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;
import org.apache.commons.math3.special.Erf;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

/** Fourier transforms, matrices, a linear program, a search for a minimum and special functions. */
public final class MathDriver {
    private static final int POINTS = 40000;

    public static void main(String[] args) throws Exception {
        Par.run(args, MathDriver::unit);
    }

    private static long unit(int u) {
        Par.Random r = new Par.Random(5 + u);
        double sum = fourier(r) + matrices(r) + program(r) + minimum();
        for (int i = 1; i <= POINTS; i++) {
            double x = 0.001 * i;
            sum += Gamma.logGamma(x) + Erf.erf(x % 3) + Gamma.regularizedGammaP(2.5, x);
        }
        Par.expect("org/apache/commons/math3/special/Erf.java", "public static double erf(double x) {",
                "final double ret = Gamma.regularizedGammaP(0.5, x * x, 1.0e-15, 10000);", POINTS);
        return Double.doubleToLongBits((float) sum);
    }

    private static double fourier(Par.Random r) {
        double[] x = new double[1 << 14];
        for (int i = 0; i < x.length; i++) {
            x[i] = r.unit();
        }
        FastFourierTransformer f = new FastFourierTransformer(DftNormalization.UNITARY);
        double sum = 0;
        for (int k = 0; k < 6; k++) {
            Complex[] there = f.transform(x, TransformType.FORWARD);
            sum += f.transform(there, TransformType.INVERSE)[k].getReal();
        }
        return sum;
    }

    private static double matrices(Par.Random r) {
        int n = 160;
        double[][] rows = new double[n][n];
        for (double[] row : rows) {
            for (int i = 0; i < n; i++) {
                row[i] = r.unit() - 0.5;
            }
        }
        RealMatrix m = new Array2DRowRealMatrix(rows);
        LUDecomposition lu = new LUDecomposition(m);
        return lu.getDeterminant() % 1 + lu.getSolver().getInverse().multiply(m).getTrace()
                + new SingularValueDecomposition(m.getSubMatrix(0, 59, 0, 59)).getNorm()
                + new QRDecomposition(m).getSolver().solve(new ArrayRealVector(n, 1.0)).getNorm();
    }

    private static double program(Par.Random r) {
        int n = 25;
        List<LinearConstraint> constraints = new ArrayList<>();
        double[] objective = new double[n];
        for (int i = 0; i < n; i++) {
            objective[i] = 1 + r.unit();
            double[] factors = new double[n];
            for (int k = 0; k < n; k++) {
                factors[k] = r.unit();
            }
            constraints.add(new LinearConstraint(factors, Relationship.LEQ, 10 + r.unit()));
        }
        return new SimplexSolver().optimize(new LinearObjectiveFunction(objective, 0),
                new LinearConstraintSet(constraints),
                GoalType.MAXIMIZE, new NonNegativeConstraint(true)).getValue();
    }

    private static double minimum() {
        ObjectiveFunction valley = new ObjectiveFunction(p -> {
            double sum = 0;
            for (int i = 0; i + 1 < p.length; i++) {
                double off = p[i + 1] - p[i] * p[i];
                sum += 100 * off * off + (1 - p[i]) * (1 - p[i]);
            }
            return sum;
        });
        return new SimplexOptimizer(1e-10, 1e-12).optimize(new MaxEval(20000), valley, GoalType.MINIMIZE,
                new InitialGuess(new double[] {-1.2, 1, -1.2, 1}), new NelderMeadSimplex(4)).getValue();
    }
}
