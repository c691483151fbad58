# Completion of fw for bash. Store it as ~/.local/share/bash-completion/completions/fw, or load it with "source" in ~/.bashrc.
_fw_binary() {
  case $1 in */*) printf '%s' "$1"; return ;; esac
  type -P -- "$1" && return
  local folder=$PWD
  while [ -n "$folder" ]; do
    if [ -x "$folder/node_modules/.bin/fw" ]; then
      printf '%s' "$folder/node_modules/.bin/fw"
      return
    fi
    folder=${folder%/*}
  done
}

_fw() {
  local current=$2 binary found word value
  COMPREPLY=()
  binary=$(_fw_binary "$1")
  [ -n "$binary" ] || return
  found=$("$binary" __complete bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null) || return
  if [ "$found" = ':files' ]; then
    type compopt >/dev/null 2>&1 && compopt -o filenames
    while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
    return
  fi
  # The first line is the whole word. readline replaces what stands behind the last of its own breaks, as in --sort=na.
  word=${found%%$'\n'*}
  [ "$word" != "$found" ] || return
  while IFS=$'\t' read -r value _; do
    case $value in */ | @) type compopt >/dev/null 2>&1 && compopt -o nospace ;; esac
    printf -v value '%q' "${value#"${word%"$current"}"}"
    COMPREPLY+=("$value")
  done <<< "${found#*$'\n'}"
}

complete -F _fw fw
