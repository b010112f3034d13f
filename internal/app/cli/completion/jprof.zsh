#compdef jprof
# Completion of jprof for zsh: put it as _jprof into a folder of $fpath, or source it after compinit
_jprof() {
    local -a found
    local line word
    for line in "${(@f)$("${words[1]}" completion words -- "${(@)words[2,CURRENT-1]}" "${words[CURRENT]}" 2>/dev/null)}"; do
        word="${line%%$'\t'*}"
        [[ -n "$word" ]] && found+=("${word//:/\\:}:${line#*$'\t'}")
    done
    if (( ${#found} )); then
        _describe jprof found
    else
        _files
    fi
}
if [[ "${funcstack[1]}" == _jprof ]]; then
    _jprof "$@"
else
    compdef _jprof jprof
fi
