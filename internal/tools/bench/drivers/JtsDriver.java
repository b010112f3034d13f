import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;
import org.locationtech.jts.index.strtree.STRtree;
import org.locationtech.jts.triangulate.DelaunayTriangulationBuilder;

/** Geometry of random points: triangles, hulls, unions of discs, and points in polygons. */
public final class JtsDriver {
    private static final int POINTS = 1500;
    private static final int DISCS = 60;

    public static void main(String[] args) throws Exception {
        Par.run(args, JtsDriver::unit);
    }

    private static long unit(int u) {
        GeometryFactory factory = new GeometryFactory();
        Random random = new Random(4711 + u);
        List<Coordinate> places = new ArrayList<>();
        for (int i = 0; i < POINTS; i++) {
            places.add(new Coordinate(1000 * random.nextDouble(), 1000 * random.nextDouble()));
        }
        DelaunayTriangulationBuilder triangles = new DelaunayTriangulationBuilder();
        triangles.setSites(places);
        Geometry net = triangles.getTriangles(factory);
        long sum = net.getNumGeometries();
        Geometry discs = factory.createPoint(places.get(0)).buffer(60);
        for (int i = 1; i < DISCS; i++) {
            discs = discs.union(factory.createPoint(places.get(i)).buffer(40 + i % 30));
        }
        sum = sum * 31 + Math.round(discs.getArea());
        PreparedGeometry prepared = PreparedGeometryFactory.prepare(discs);
        STRtree index = new STRtree();
        for (Coordinate c : places) {
            Point p = factory.createPoint(c);
            if (prepared.contains(p)) {
                index.insert(p.getEnvelopeInternal(), p);
            }
        }
        for (int i = 0; i < net.getNumGeometries(); i += 3) {
            sum = sum * 31 + index.query(net.getGeometryN(i).getEnvelopeInternal()).size();
        }
        sum = sum * 31 + Math.round(discs.convexHull().intersection(net.getEnvelope()).getArea());
        Par.expect("org/locationtech/jts/triangulate/DelaunayTriangulationBuilder.java", "private void create",
                "triangulator.insertSites(vertices);", 1);
        return sum;
    }
}
