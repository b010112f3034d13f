import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * Indexes generated documents in memory, one index for each unit, and searches for terms, phrases, ranges and prefixes.
 */
public final class LuceneDriver {
    private static final int DOCUMENTS = 500;
    private static final int SEARCHES = 80;

    public static void main(String[] args) throws Exception {
        Par.run(args, LuceneDriver::unit);
    }

    private static long unit(int u) throws Exception {
        Par.Random r = new Par.Random(3 + u);
        String text = Par.text(30_000, u);
        long sum = 0;
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
                StandardAnalyzer analyser = new StandardAnalyzer()) {
            IndexWriterConfig config = new IndexWriterConfig(analyser).setMergeScheduler(new SerialMergeScheduler())
                    .setMaxBufferedDocs(80);
            try (IndexWriter writer = new IndexWriter(directory, config)) {
                for (int i = 0; i < DOCUMENTS; i++) {
                    int at = r.next(text.length() - 1000);
                    Document d = new Document();
                    d.add(new StringField("id", "d" + i, Field.Store.YES));
                    d.add(new TextField("body", text.substring(at, at + 300 + r.next(600)), Field.Store.NO));
                    d.add(new IntPoint("size", r.next(1000)));
                    d.add(new NumericDocValuesField("rank", r.next(100_000)));
                    writer.addDocument(d);
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                String[] words = text.toLowerCase().split("[^a-z]+");
                for (int i = 0; i < SEARCHES; i++) {
                    int k = 1 + r.next(words.length - 3);
                    Query query = new BooleanQuery.Builder()
                            .add(new TermQuery(new Term("body", words[k])), BooleanClause.Occur.SHOULD)
                            .add(new PhraseQuery(1, "body", words[k], words[k + 1]), BooleanClause.Occur.SHOULD)
                            .add(IntPoint.newRangeQuery("size", r.next(500), 500 + r.next(500)),
                                    BooleanClause.Occur.FILTER)
                            .build();
                    TopDocs best = searcher.search(query, 20);
                    TopDocs ranked = searcher.search(query, 20, new Sort(new SortField("rank", SortField.Type.LONG)));
                    sum = sum * 31 + best.totalHits.value + 7 * best.scoreDocs.length;
                    for (ScoreDoc d : ranked.scoreDocs) {
                        sum = sum * 31 + reader.storedFields().document(d.doc).get("id").hashCode();
                    }
                }
            }
        }
        Par.expect("org/apache/lucene/index/IndexWriter.java", "public long addDocument(Iterable",
                "return updateDocument(null, doc);", DOCUMENTS);
        return sum;
    }
}
