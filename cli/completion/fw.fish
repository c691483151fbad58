# Completion of fw for fish. Store it as ~/.config/fish/completions/fw.fish.
function __fw_binary
    if string match -q '*/*' -- $argv[1]
        echo $argv[1]
        return
    end
    if command -s $argv[1]
        return
    end
    set -l folder $PWD
    while test -n "$folder"
        if test -x "$folder/node_modules/.bin/fw"
            echo "$folder/node_modules/.bin/fw"
            return
        end
        set folder (string replace -r '/[^/]*$' '' -- $folder)
    end
end

function __fw_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l binary (__fw_binary $words[1])
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
