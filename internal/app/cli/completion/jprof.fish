# Completion of jprof for fish: put it into ~/.config/fish/completions/jprof.fish
function __jprof_complete
    set -l words (commandline -opc)
    set -l found ($words[1] completion words -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c jprof -f -a '(__jprof_complete)'
