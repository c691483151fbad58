/** A path of this shop, whatever the address bar says: `//elsewhere.example` would send people away after signing in. */
export function localPath(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : '/orders'
}
