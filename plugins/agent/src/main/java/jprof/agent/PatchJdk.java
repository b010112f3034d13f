package jprof.agent;

import java.io.File;
import java.io.IOException;
import jprof.agent.jdk.Patch;
import jprof.agent.weave.Options;

/**
 * Makes the instrumented java.base of the JDK that it runs on: {@code java -cp agent.jar jprof.agent.PatchJdk FOLDER
 * [blocks=exact|fast|calls] [callSites=true]}.
 */
public final class PatchJdk {

    private PatchJdk() {
    }

    /**
     * Writes the files to a folder.
     *
     * @param args the folder, which exists, and settings
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        Options options = new Options();
        options.patch = true;
        options.all = true;
        for (int i = 1; i < args.length; i++) {
            switch (args[i]) {
                case "blocks=exact":
                    break;
                case "blocks=fast":
                    options.fast = true;
                    break;
                case "blocks=calls":
                    options.calls = true;
                    break;
                case "callSites=true":
                    options.callSites = true;
                    break;
                default:
                    throw new IllegalArgumentException("unknown setting " + args[i]);
            }
        }
        new Patch(new File(args[0]), options).write();
    }
}
