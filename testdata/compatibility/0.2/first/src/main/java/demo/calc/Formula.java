package demo.calc;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** A formula such as {@code 2 * sin(x) + 1}, parsed once and evaluated as often as one likes. */
public final class Formula {
    private static final Map<String, Double> CONSTANTS = new HashMap<>();

    static {
        try (InputStream in = Formula.class.getResourceAsStream("constants.properties")) {
            Properties p = new Properties();
            p.load(in);
            p.forEach((name, value) -> CONSTANTS.put(name.toString(), Double.valueOf(value.toString())));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private sealed interface Node {
    }

    private record Number(double value) implements Node {
    }

    private record Variable(String name, int at) implements Node {
    }

    private record Binary(String operator, Node left, Node right, DoubleBinaryOperator action) implements Node {
    }

    private record Call(DoubleUnaryOperator function, Node argument) implements Node {
    }

    private final Node root;

    private Formula(Node root) {
        this.root = root;
    }

    /** Parses a formula. */
    public static Formula parse(String text) {
        return new Formula(new Parser(text).whole());
    }

    /** Evaluates this formula for the variables given. */
    public double evaluate(Map<String, Double> variables) {
        return evaluate(root, variables);
    }

    private static double evaluate(Node node, Map<String, Double> variables) {
        if (node instanceof Number n) {
            return n.value();
        } else if (node instanceof Variable v) {
            Double value = variables.get(v.name());
            if (value == null) value = CONSTANTS.get(v.name());
            if (value == null) throw new FormulaException("unknown name " + v.name(), v.at());
            return value;
        } else if (node instanceof Binary b) {
            return b.action().applyAsDouble(evaluate(b.left(), variables), evaluate(b.right(), variables));
        }
        Call c = (Call) node;
        return c.function().applyAsDouble(evaluate(c.argument(), variables));
    }

    private static final class Parser {
        private final List<Token> tokens = new ArrayList<>();
        private int next;

        Parser(String text) {
            for (Iterator<Token> i = new Lexer(text).iterator(); i.hasNext(); ) {
                tokens.add(i.next());
            }
        }

        Node whole() {
            Node node = sum();
            expect(Token.Kind.END);
            return node;
        }

        private Node sum() {
            Node left = product();
            while (peek().is("+") || peek().is("-")) {
                String operator = take().text();
                left = binary(operator, left, product());
            }
            return left;
        }

        private Node product() {
            Node left = power();
            for (; ; ) {
                if (!peek().is("*") && !peek().is("/")) break;
                String operator = take().text();
                left = binary(operator, left, power());
            }
            return left;
        }

        private Node power() {
            Node base = operand();
            if (!peek().is("^")) return base;
            take();
            return binary("^", base, power());
        }

        private Node operand() {
            Token t = take();
            return switch (t.kind()) {
                case NUMBER -> new Number(number(t));
                case NAME -> peek().kind() == Token.Kind.OPEN ? call(t) : new Variable(t.text(), t.at());
                case OPEN -> {
                    Node inner = sum();
                    expect(Token.Kind.CLOSE);
                    yield inner;
                }
                case OPERATOR -> {
                    if (!t.is("-")) throw new FormulaException("no operand before " + t.text(), t.at());
                    yield binary("-", new Number(0), power());
                }
                default -> throw new FormulaException("unexpected end or sign", t.at());
            };
        }

        private double number(Token t) {
            try {
                return Double.parseDouble(t.text());
            } catch (NumberFormatException e) {
                throw new FormulaException("no number: " + t.text(), t.at());
            }
        }

        private Node call(Token name) {
            DoubleUnaryOperator function = switch (name.text()) {
                case "sin" -> Math::sin;
                case "cos" -> Math::cos;
                case "sqrt" -> Math::sqrt;
                case "square" -> x -> x * x;
                default -> throw new FormulaException("unknown function " + name.text(), name.at());
            };
            expect(Token.Kind.OPEN);
            Node argument = sum();
            expect(Token.Kind.CLOSE);
            return new Call(function, argument);
        }

        private static Node binary(String operator, Node left, Node right) {
            DoubleBinaryOperator action = switch (operator) {
                case "+" -> (a, b) -> a + b;
                case "-" -> (a, b) -> a - b;
                case "*" -> (a, b) -> a * b;
                case "/" -> (a, b) -> {
                    if (b == 0) {
                        throw new ArithmeticException("division by zero");
                    }
                    return a / b;
                };
                default -> Math::pow;
            };
            return new Binary(operator, left, right, action);
        }

        private Token peek() {
            return tokens.get(next);
        }

        private Token take() {
            Token t = tokens.get(next);
            if (t.kind() != Token.Kind.END) next++;
            return t;
        }

        private void expect(Token.Kind kind) {
            Token t = take();
            if (t.kind() != kind) throw new FormulaException("expected " + kind + ", not '" + t.text() + "'", t.at());
        }
    }
}
