#compdef fw
# Completion of fw for zsh. Store it as _fw in a folder of $fpath, before compinit runs.
# Tab runs the fw of $PATH, else the one that has printed this script. It never runs what is in the working directory: a
# repository that was only cloned could have put anything there.
_fw_binary() {
  local folder
  for folder in $path; do
    if [[ $folder == /* && -x $folder/fw && ! -d $folder/fw ]]; then
      print -r -- $folder/fw
      return
    fi
  done
  [[ -x __FW__ ]] && print -r -- __FW__
}

_fw() {
  local binary line value
  local -a found plain open plain_texts open_texts
  binary=$(_fw_binary)
  [[ -n $binary ]] || return 1
  found=("${(@f)$("$binary" __complete zsh "${(@Q)words[1,CURRENT]}" 2>/dev/null)}")
  if [[ $found[1] == ':files' ]]; then
    _files
    return
  fi
  for line in $found; do
    [[ -n $line ]] || continue
    value=${line%%$'\t'*}
    # What goes on, as a folder does, is followed by no space.
    if [[ $value == */ || $value == @ ]]; then
      open+=("$value")
    else
      plain+=("$value")
      plain_texts+=("${value//:/\\:}:${line#*$'\t'}")
    fi
  done
  (( $#open )) && compadd -S '' -- $open
  (( $#plain )) && _describe -t fw fw plain_texts plain
}

if [[ $funcstack[1] == _fw ]]; then
  _fw "$@"
else
  compdef _fw fw
fi
