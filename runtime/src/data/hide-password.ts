/** Removes the part before the last @ from a message, because it may contain a password. */
export function hidePassword(data: string): string {
  return data.replace(/^(\w*:?\/*).*@/s, '$1…@')
}
