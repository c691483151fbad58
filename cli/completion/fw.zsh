#compdef fw
# Completion of fw for zsh. Store it as _fw in a folder of $fpath, before compinit runs.
_fw_binary() {
  case $1 in */*) print -r -- "${~1}"; return ;; esac
  whence -p -- "$1" && return
  local folder=$PWD
  while [[ -n $folder ]]; do
    if [[ -x $folder/node_modules/.bin/fw ]]; then
      print -r -- "$folder/node_modules/.bin/fw"
      return
    fi
    folder=${folder%/*}
  done
}

_fw() {
  local binary line value
  local -a found plain open plain_texts open_texts
  binary=$(_fw_binary "$words[1]")
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
