package jprof.agent.jdk;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A jar without compression: each start of a JVM reads hundreds of classes. Equal classes give equal bytes. */
final class StoredJar implements Closeable {

    private final ZipOutputStream out;

    StoredJar(File file) throws IOException {
        out = new ZipOutputStream(new BufferedOutputStream(new FileOutputStream(file), 1 << 20));
        out.setMethod(ZipOutputStream.STORED);
    }

    void add(String name, byte[] content) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setSize(content.length);
        entry.setCrc(crc.getValue());
        entry.setTime(0);
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
