# Completion of fw for fish. Store it as ~/.config/fish/completions/fw.fish.
# Tab runs the fw of $PATH, else the one that has printed this script. It never runs what is in the working directory: a
# repository that was only cloned could have put anything there.
function __fw_binary
    set -l found (command -s fw)
    if string match -q '/*' -- $found[1]
        echo $found[1]
    else if test -x __FW__
        echo __FW__
    end
end

function __fw_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l binary (__fw_binary)
    test -n "$binary"; or return
    set -l found ($binary __complete fish $words "$current" 2>/dev/null)
    test -n "$found"; or return
    if test "$found" = ':files'
        __fish_complete_path "$current"
    else
        printf '%s\n' $found
    end
end

complete -c fw -f -a '(__fw_complete)'
