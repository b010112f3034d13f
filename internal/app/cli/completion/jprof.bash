# Completion of jprof for bash: source it, or put it into ~/.local/share/bash-completion/completions/jprof
_jprof() {
    local line word="${COMP_WORDS[COMP_CWORD]}"
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("${line%%$'\t'*}")
    done < <("${COMP_WORDS[0]}" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2>/dev/null)
}
complete -o bashdefault -o default -F _jprof jprof
