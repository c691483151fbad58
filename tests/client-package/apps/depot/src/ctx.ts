/** The test's keys: a real app stores digests. */
export default function ctxFor(request: Request): { userId: string | undefined; scopes: string[] } {
  const key = request.headers.get('authorization')
  if (key === 'Bearer key-of-ann') return { userId: 'ann', scopes: ['parts:write'] }
  return { userId: undefined, scopes: [] }
}
