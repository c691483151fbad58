/** Returns whether a request only reads: `GET` and `HEAD`. */
export function isRead({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD'
}
