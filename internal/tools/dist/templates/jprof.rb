# The formula of jprof for Homebrew, on macOS and Linux.
class Jprof < Formula
  desc "Exact execution counts for Java, from the project's own build and tests"
  homepage "https://{{.Home}}"
  version "{{.Version}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "{{.Download}}/jprof-{{.Version}}-darwin-arm64.tar.gz"
      sha256 "{{index .Sums "darwin/arm64"}}"
    end
    on_intel do
      url "{{.Download}}/jprof-{{.Version}}-darwin-amd64.tar.gz"
      sha256 "{{index .Sums "darwin/amd64"}}"
    end
  end

  on_linux do
    on_arm do
      url "{{.Download}}/jprof-{{.Version}}-linux-arm64.tar.gz"
      sha256 "{{index .Sums "linux/arm64"}}"
    end
    on_intel do
      url "{{.Download}}/jprof-{{.Version}}-linux-amd64.tar.gz"
      sha256 "{{index .Sums "linux/amd64"}}"
    end
  end

  def install
    bin.install "jprof", "jprof-store"
    pkgshare.install "jprof-api.jar"
    man1.install "man/jprof.1"
    bash_completion.install "completions/jprof.bash" => "jprof"
    zsh_completion.install "completions/_jprof"
    fish_completion.install "completions/jprof.fish"
  end

  def caveats
    "jprof needs a JDK (8 to 25), and Maven (3.6 to 4.0), Gradle (4.4 to 8), or the wrapper of the project."
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/jprof version")
  end
end
