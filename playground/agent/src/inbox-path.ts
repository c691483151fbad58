/** Returns the path of a page for staff from untrusted input. Everything else becomes the inbox: no link leaves the site. */
export function toInboxPath(next: string | null | undefined): string {
  return next && /^\/(?:inbox(?:\/\d+)?|team)$/.test(next) ? next : '/inbox'
}
