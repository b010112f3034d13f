package demo.calc;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Cuts a formula into tokens. */
final class Lexer implements Iterable<Token> {
    private final String text;

    Lexer(String text) {
        this.text = text;
    }

    @Override
    public Iterator<Token> iterator() {
        return new Iterator<>() {
            private int at;
            private boolean ended;

            @Override
            public boolean hasNext() {
                return !ended;
            }

            @Override
            public Token next() {
                if (ended) throw new NoSuchElementException();
                while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
                if (at == text.length()) {
                    ended = true;
                    return new Token(Token.Kind.END, "", at);
                }
                int start = at;
                char c = text.charAt(at++);
                switch (c) {
                    case '(':
                        return token(Token.Kind.OPEN, start);
                    case ')':
                        return token(Token.Kind.CLOSE, start);
                    case ',':
                        return token(Token.Kind.COMMA, start);
                    case '+': case '-': case '*': case '/': case '^':
                        return token(Token.Kind.OPERATOR, start);
                    default:
                        if (Character.isDigit(c)) {
                            skip(ch -> Character.isDigit(ch) || ch == '.');
                            return token(Token.Kind.NUMBER, start);
                        } else if (Character.isLetter(c)) {
                            skip(Character::isLetterOrDigit);
                            return token(Token.Kind.NAME, start);
                        }
                        throw new FormulaException("unexpected '" + c + "'", start);
                }
            }

            private void skip(CharTest test) {
                while (at < text.length() && test.test(text.charAt(at)))
                    at++;
            }

            private Token token(Token.Kind kind, int start) {
                return new Token(kind, text.substring(start, at), start);
            }
        };
    }

    @FunctionalInterface
    private interface CharTest {
        boolean test(char c);
    }
}
