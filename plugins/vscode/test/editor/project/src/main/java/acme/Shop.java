package acme;

/** Prices. The tests call total 1,050 times, always for people who are no members, and never refund. */
public final class Shop {
    /** Returns the price to pay. */
    public static int total(int price, boolean member) {
        if (member) {
            return price - 1;
        }
        return price;
    }

    /** Returns the money to give back. */
    public static int refund(int price) {
        int money = -price;
        return money;
    }
}
