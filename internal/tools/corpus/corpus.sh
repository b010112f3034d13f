#!/bin/sh
# Lays out real Maven projects from Maven Central, with only the Maven client and unzip.

# NAME|KIND|COORDINATES|JDK|MAVEN|ENVIRONMENT|ARGUMENTS
#   KIND zip: a whole source tree; jar: pom, sources and test sources of one module
#   MAVEN -: the mvn on PATH will do; otherwise the release that the build needs at least
#   A row goes on behind a backslash.
projects() {
	sed -e :row -e '/\\$/{N;s/\\\n//;b row' -e '}' <<'EOF'
mime4j|zip|org.apache.james:apache-mime4j-project:0.8.11:zip:source-release|17|-||
xmlsec|zip|org.apache.santuario:xmlsec:3.0.4:zip:source-release|17|-||-Dtest='org.apache.xml.security.test.dom.c14n.**'
felix-scr|zip|org.apache.felix:org.apache.felix.scr:2.2.6:zip:source-release|17|-|MAVEN_OPTS=--add-opens=java.base/java.io=ALL-UNNAMED|\
-Dit.test=ServiceComponentTest,AnnoConfigTest,Felix5356Test,ComponentEnableTest,LocateTest,ComponentFieldActivationTest
commons-lang3|jar|org.apache.commons:commons-lang3:3.17.0|17|-||-Dmaven.javadoc.skip -Dmaven.test.failure.ignore=true
commons-csv|jar|org.apache.commons:commons-csv:1.11.0|17|-||-Drat.skip -Dcyclonedx.skip -Dspdx.skip -Dmaven.javadoc.skip
commons-cli|jar|commons-cli:commons-cli:1.9.0|17|-||-Drat.skip -Dcyclonedx.skip -Dspdx.skip -Dmaven.javadoc.skip
commons-validator|jar|commons-validator:commons-validator:1.9.0|17|-||-DargLine= -Drat.skip -Dcyclonedx.skip -Dspdx.skip -Dmaven.javadoc.skip
commons-text|jar|org.apache.commons:commons-text:1.12.0|17|-||-DargLine= -Drat.skip -Dcyclonedx.skip -Dspdx.skip -Dmaven.javadoc.skip
maven|zip|org.apache.maven:apache-maven:3.9.9:zip:src|17|-||
trino-parser|jar|io.trino:trino-parser:470|25|3.9.9||-Dmaven.gitcommitid.skip -Dair.check.skip-modernizer=true -Dair.test.jvm.additional-arguments=
tsfile|zip|org.apache.tsfile:tsfile-parent:1.1.0:zip:source-release|17|-||-Pwith-java
elasticjob|zip|org.apache.shardingsphere.elasticjob:elasticjob:3.0.4:zip:source-release|17|-||\
-pl elasticjob-api,elasticjob-infra/elasticjob-infra-common,elasticjob-infra/elasticjob-restful -am
EOF
}

# adjust NAME TREE: takes away what the published jars hold but the project's own tree does not.
adjust() {
	case $1 in
	commons-lang3 | commons-text) # the annotation processor makes these anew; the licence check rejects them as sources
		find "$2/src/test/java" -name jmh_generated -exec rm -r {} +
		;;
	esac
}

me=${0##*/}
plugin=org.apache.maven.plugins:maven-dependency-plugin:3.6.1
maven_version=3.9.9

die() { echo "$me: $*" >&2; exit 1; }

usage() {
	cat <<EOF
usage: $me DEST [NAME...]   lay out all projects, or those named, as DEST/NAME
       $me -l               list NAME, JDK, Maven and the build command
       $me -t               the same for programs: NAME|JDK|MAVEN|ENVIRONMENT|ARGUMENTS
A project whose folder exists is left as it is; remove the folder to lay it out anew.
MVN=/path/to/mvn names another Maven client.
EOF
	exit 2
}

# fetch G:A:V:TYPE[:CLASSIFIER] FILE: brings one artifact into $tmp under its own file name.
fetch() {
	"${MVN:-mvn}" -B -q "$plugin:copy" "-Dartifact=$1" "-DoutputDirectory=$tmp" \
		-Dmdep.useBaseVersion=true >"$tmp/log" 2>&1 || {
		sed 's/^/  /' "$tmp/log" | head -5 >&2
		die "$name: the Maven client could not bring $1"
	}
	[ -s "$tmp/$2" ] || die "$name: $1 came, but not as $2"
}

# lay_jar JAR SET: .java files to src/SET/java, the rest to src/SET/resources.
lay_jar() {
	mkdir "$tmp/$2" && unzip -qo "$tmp/$1" -d "$tmp/$2" || die "$name: cannot unpack $1"
	(
		cd "$tmp/$2" || exit 1
		rm -rf META-INF/MANIFEST.MF META-INF/maven META-INF/DEPENDENCIES
		for f in META-INF/LICENSE* META-INF/NOTICE*; do
			[ ! -e "$f" ] || mv "$f" "$tree/"
		done
	) || die "$name: cannot lay out $1"
	mkdir -p "$tree/src/$2/java" "$tree/src/$2/resources"
	(cd "$tmp/$2" && find . -type f) | while IFS= read -r f; do
		case $f in
		*.java | *.jj | *.jjt) to=java ;;
		*) to=resources ;;
		esac
		mkdir -p "$tree/src/$2/$to/${f%/*}"
		mv "$tmp/$2/$f" "$tree/src/$2/$to/$f" || exit 1
	done || die "$name: cannot lay out $1"
}

lay_out() (
	name=$1 kind=$2 coords=$3
	if [ -e "$dest/$name" ]; then
		echo "$name: present"
		exit
	fi
	tmp=$dest/.$name.tmp
	rm -rf "$tmp"
	mkdir -p "$tmp" || die "cannot write in $dest"
	rest=${coords#*:}
	artifact=${rest%%:*}
	rest=${rest#*:}
	version=${rest%%:*}
	case $kind in
	zip)
		file=$artifact-$version-${coords##*:}.zip
		fetch "$coords" "$file"
		mkdir "$tmp/zip" && unzip -qo "$tmp/$file" -d "$tmp/zip" || die "$name: cannot unpack $file"
		tree=
		for d in "$tmp"/zip/*/; do
			[ -z "$tree" ] || die "$name: $file has more than one top folder"
			tree=${d%/}
		done
		;;
	jar)
		fetch "$coords:pom" "$artifact-$version.pom"
		fetch "$coords:jar:sources" "$artifact-$version-sources.jar"
		fetch "$coords:jar:test-sources" "$artifact-$version-test-sources.jar"
		tree=$tmp/tree
		mkdir "$tree"
		mv "$tmp/$artifact-$version.pom" "$tree/pom.xml"
		lay_jar "$artifact-$version-sources.jar" main
		lay_jar "$artifact-$version-test-sources.jar" test
		;;
	*) die "$name: unknown kind $kind" ;;
	esac
	adjust "$name" "$tree"
	[ -s "$tree/pom.xml" ] || die "$name: no pom.xml in what came"
	mv "$tree" "$dest/$name" || die "$name: cannot move the tree into place"
	rm -rf "$tmp"
	echo "$name: laid out"
)

# The Maven that some builds ask for, as DEST/.maven-VERSION.
lay_maven() (
	name=.maven-$maven_version tmp=$dest/.maven.tmp
	[ ! -x "$dest/$name/bin/mvn" ] || exit 0
	rm -rf "$tmp"
	mkdir -p "$tmp" || die "cannot write in $dest"
	fetch "org.apache.maven:apache-maven:$maven_version:zip:bin" "apache-maven-$maven_version-bin.zip"
	unzip -qo "$tmp/apache-maven-$maven_version-bin.zip" -d "$tmp/zip" || die "cannot unpack the Maven client"
	mv "$tmp/zip/apache-maven-$maven_version" "$dest/$name" || die "cannot move the Maven client into place"
	rm -rf "$tmp"
	echo "$name: laid out"
)

list() {
	projects | while IFS='|' read -r name kind coords jdk maven env args; do
		printf '%s\tJDK %s\tMaven %s\t%s\n' "$name" "$jdk" "$maven" "${env:+$env }mvn -B -q${args:+ $args} verify"
	done
}

case ${1-} in
'' | -h | --help) usage ;;
-l) list; exit ;;
-t) projects | cut -d'|' -f1,4-; exit ;;
-*) usage ;;
esac
dest=$1
shift
for tool in "${MVN:-mvn}" unzip; do
	command -v "$tool" >/dev/null || die "$tool is not on PATH"
done
mkdir -p "$dest" && dest=$(cd "$dest" && pwd) || die "cannot make $dest"
for want; do
	projects | grep -q "^$want|" || die "no project $want; known: $(projects | cut -d'|' -f1 | tr '\n' ' ')"
done
table=$(projects)
while IFS='|' read -r name kind coords jdk maven env args; do
	if [ $# -gt 0 ]; then
		case " $* " in *" $name "*) ;; *) continue ;; esac
	fi
	[ "$maven" = - ] || lay_maven </dev/null || exit 1
	lay_out "$name" "$kind" "$coords" </dev/null || exit 1
done <<EOF
$table
EOF
