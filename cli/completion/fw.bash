# Completion of fw for bash. Store it as ~/.local/share/bash-completion/completions/fw, or load it with "source" in ~/.bashrc.
# Tab runs the fw of $PATH, else the one that has printed this script. It never runs what is in the working directory: a
# repository that was only cloned could have put anything there.
_fw_binary() {
  local found
  found=$(type -P -- fw)
  case $found in
    /*) printf '%s' "$found" ;;
    *) [ -x __FW__ ] && printf '%s' __FW__ ;;
  esac
}

_fw() {
  local current=$2 binary found word value
  COMPREPLY=()
  binary=$(_fw_binary)
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
