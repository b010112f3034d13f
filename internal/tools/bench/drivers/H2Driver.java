import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Fills a database in memory, one for each unit, and queries it: joins, groups, updates, functions. */
public final class H2Driver {
    private static final int PARTS = 4000;
    private static final int ORDERS = 12000;
    private static final int TIMES = 3;
    private static final int LOOKUPS = 8000;

    private static final String[] QUERIES = {
        "select p.grp, count(*), sum(o.qty * p.v) from p join o on o.pid = p.id group by p.grp order by 1",
        "select upper(name), length(name) from p where name like '%7%' order by name desc, id limit 200",
        "select d, max(qty) from o where qty between 10 and 40 group by d having count(*) > 3 order by 2, 1",
        "select count(*) from p where exists (select 1 from o where o.pid = p.id and o.qty > 45)",
        "select sum(qty), avg(cast(substring(d, 2) as int)) from o",
    };

    public static void main(String[] args) throws Exception {
        Class.forName("org.h2.Driver");
        Par.run(args, H2Driver::unit);
    }

    private static long unit(int u) throws SQLException {
        Par.Random r = new Par.Random(9 + u);
        long sum = 0;
        try (Connection c = DriverManager.getConnection("jdbc:h2:mem:db" + u)) {
            fill(c, r);
            for (int k = 0; k < TIMES; k++) {
                try (Statement st = c.createStatement()) {
                    for (String q : QUERIES) {
                        sum = sum * 31 + read(st.executeQuery(q));
                    }
                    sum = sum * 31 + st.executeUpdate("update o set qty = qty + 1 where mod(id, 7) = 3");
                }
            }
            try (PreparedStatement st = c.prepareStatement(
                    "select p.name, o.qty from p, o where p.id = ? and o.pid = p.id order by o.id")) {
                for (int k = 0; k < LOOKUPS; k++) {
                    st.setInt(1, r.next(PARTS));
                    sum = sum * 31 + read(st.executeQuery());
                }
            }
        }
        String file = "org/h2/jdbc/JdbcPreparedStatement.java";
        Par.expect(file, "public ResultSet executeQuery() throws SQLException {",
                "result = command.executeQuery(maxRows, scrollable);", LOOKUPS);
        Par.expect(file, "public int executeUpdate() throws SQLException {",
                "long updateCount = executeUpdateInternal();", PARTS + ORDERS);
        return sum;
    }

    private static void fill(Connection c, Par.Random r) throws SQLException {
        try (Statement st = c.createStatement()) {
            st.execute("create table p(id int primary key, name varchar(40), grp int, v int)");
            st.execute("create table o(id int primary key, pid int, qty int, d varchar(20))");
            st.execute("create index oi on o(pid)");
        }
        try (PreparedStatement st = c.prepareStatement("insert into p values(?,?,?,?)")) {
            for (int k = 0; k < PARTS; k++) {
                st.setInt(1, k);
                st.setString(2, "name" + r.next(1000));
                st.setInt(3, r.next(40));
                st.setInt(4, r.next(1000));
                st.executeUpdate();
            }
        }
        try (PreparedStatement st = c.prepareStatement("insert into o values(?,?,?,?)")) {
            for (int k = 0; k < ORDERS; k++) {
                st.setInt(1, k);
                st.setInt(2, r.next(PARTS));
                st.setInt(3, r.next(50));
                st.setString(4, "d" + r.next(365));
                st.executeUpdate();
            }
        }
    }

    private static long read(ResultSet rows) throws SQLException {
        long sum = 0;
        try (ResultSet rs = rows) {
            int columns = rs.getMetaData().getColumnCount();
            while (rs.next()) {
                for (int i = 1; i <= columns; i++) {
                    sum = sum * 31 + rs.getString(i).hashCode();
                }
            }
        }
        return sum;
    }
}
