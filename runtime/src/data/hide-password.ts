/** Removes the part before the last @ from a message, because it may contain a password. */
export function hidePassword(data: string): string {
  const end = data.lastIndexOf('@')
  const [scheme = ''] = /^\w*:?\/*/.exec(data) ?? []
  return end === -1 ? data : `${scheme}…${data.slice(end)}`
}
