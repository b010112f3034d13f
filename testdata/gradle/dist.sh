#!/bin/bash
# dist.sh VERSION: lays out a Gradle that runs real builds, from packages of Maven Central, where distributions of Gradle are
# not, and prints the folder with its command gradle. It is kept in jprof-acceptance in the user's cache.
#
# The API jar that plugins are compiled against (dev.gradleplugins:gradle-api) has nearly all of Gradle. MakeDist.java puts
# it where Gradle looks for its parts. What is missing limits what can be tried:
#   5.6, 6.9.4  run on Java 17, although made for older ones; no gradleApi(), and so no buildSrc
#   7.6.4       complete, with the daemon
#   8.9         the classes of the javac plug-in are those of 7.6.4; no daemon
#   8.11.1      the same, and its own small command line (Main.java): no daemon, plain console, no --version
# None has the Kotlin DSL, whose classes are not in the jar.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
v=${1:?usage: dist.sh VERSION}
case $v in
5.6 | 6.9.4) groovy=2.5.23 ;;
7.6.4 | 8.9 | 8.11.1) groovy=3.0.22 ;;
*) echo "dist.sh: it is not known how to lay out Gradle $v" >&2; exit 2 ;;
esac
dists=${XDG_CACHE_HOME:-$HOME/.cache}/jprof-acceptance
home=$dists/gradle-$v
core=$home/lib/gradle-core-$v.jar
m2=$HOME/.m2/repository
for tool in mvn javac zip unzip; do
	command -v $tool >/dev/null || { echo "dist.sh: $tool is missing" >&2; exit 1; }
done

# get GROUP:ARTIFACT:VERSION[:TYPE] TRANSITIVE: brings it into the local repository.
get() { mvn -q -B dependency:get "-Dartifact=$1" "-Dtransitive=$2" 1>&2; }
# jar GROUP:ARTIFACT:VERSION: its path there.
jar() {
	IFS=: read -r g a n <<<"$1"
	echo "$m2/${g//.//}/$a/$n/$a-$n.jar"
}
# need GROUP:ARTIFACT:VERSION: brings the jar, if it is not there, and prints its path.
need() {
	[ -e "$(jar "$1")" ] || get "$1" false
	jar "$1"
}
add() { (cd "$1" && zip -qr "$core" .); }

if [ ! -x "$home/bin/gradle" ]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	api=$(need "dev.gradleplugins:gradle-api:$v")
	[ -e "$m2/org/codehaus/groovy/groovy-all/$groovy/groovy-all-$groovy.pom" ] || get "org.codehaus.groovy:groovy-all:$groovy:pom" true
	need "org.codehaus.groovy:groovy-dateutil:$groovy" >/dev/null # not among all
	kotlin=$(need org.jetbrains.kotlin:kotlin-stdlib:2.0.20)
	reflect=$(need org.jetbrains.kotlin:kotlin-reflect:2.0.20)
	asm=
	for a in asm asm-tree asm-commons; do asm+=$(need "org.ow2.asm:$a:9.7.1"):; done
	rm -rf "$home"
	mkdir -p "$work/tool"
	javac -nowarn -cp "$asm" -d "$work/tool" "$here/MakeDist.java"
	java -cp "$asm$work/tool" MakeDist "$api" "$v" "$home" "$m2"/org/codehaus/groovy/groovy*/$groovy/*-$groovy.jar "$kotlin" "$reflect" 1>&2
	case $v in
	6.*)
		mkdir -p "$work/6/META-INF/services"
		services=META-INF/services/org.gradle.internal.service.scopes.PluginServiceRegistry
		javac -nowarn --release 8 -cp "$core" -d "$work/6" "$here/NoEvents.java" 2>/dev/null
		{ unzip -p "$core" $services; echo shim.NoEvents; } >"$work/6/$services"
		add "$work/6"
		;;
	8.*)
		"$0" 7.6.4 >/dev/null
		unzip -qo "$dists/gradle-7.6.4/lib/gradle-core-7.6.4.jar" 'org/gradle/internal/compiler/java/*' -d "$work/8"
		add "$work/8"
		;;
	esac
	case $v in
	8.1[0-9]*)
		mkdir -p "$work/main"
		javac -nowarn -cp "$core" -d "$work/main" "$here/Main.java"
		add "$work/main"
		;;
	esac
	mkdir -p "$home/bin"
	cat >"$home/bin/gradle.tmp" <<END
#!/bin/bash
# Gradle $v, in one JVM without a daemon
opens=()
for p in java.base/java.{lang,util,lang.invoke,nio.charset,net,util.concurrent.atomic} java.prefs/java.util.prefs \\
  java.xml/javax.xml.namespace; do
  opens+=(--add-opens=\$p=ALL-UNNAMED)
done
export GRADLE_USER_HOME=\${GRADLE_USER_HOME:-$dists/gradle-home-$v}
exec "\${JAVA_HOME:+\$JAVA_HOME/bin/}java" -Xms256m -Xmx512m -XX:MaxMetaspaceSize=384m "\${opens[@]}" \\
  -cp "$core" org.gradle.launcher.GradleMain -Dorg.gradle.daemon=false -Dorg.gradle.internal.instrumentation.agent=false "\$@"
END
	chmod +x "$home/bin/gradle.tmp"
	mv "$home/bin/gradle.tmp" "$home/bin/gradle"
fi
echo "$home/bin"
