/** A cache that visitors share, as a CDN has it: RFC 9111 with `s-maxage` and `vary`. */

type Send = (path: string, headers: Readonly<Record<string, string>>) => Promise<Response>

interface CachedResponse {
  /** Whether the response came from the cache. */
  readonly isHit: boolean
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

interface StoredResponse extends Omit<CachedResponse, 'isHit'> {
  readonly path: string
  /** The values of the request headers that `vary` names. */
  readonly varies: readonly (readonly [name: string, value: string | undefined])[]
}

/** Returns `send` behind such a cache. Header names are in lower case. */
export function behindSharedCache(send: Send): (...request: Parameters<Send>) => Promise<CachedResponse> {
  const stored: StoredResponse[] = []
  return async (path, headers) => {
    const known = stored.find(
      (entry) => entry.path === path && entry.varies.every(([name, value]) => headers[name] === value),
    )
    if (known !== undefined) return { ...known, isHit: true }
    const response = await send(path, headers)
    const made = { status: response.status, text: await response.text(), headers: response.headers }
    if (mayStore(response)) {
      const names = readList(response.headers, 'vary')
      stored.push({ ...made, path, varies: names.map((name) => [name, headers[name]]) })
    }
    return { ...made, isHit: false }
  }
}

function mayStore({ status, headers }: Response): boolean {
  const directives = readList(headers, 'cache-control')
  if (status !== 200 || headers.has('set-cookie') || directives.some((one) => /^(?:private|no-store)/.test(one)))
    return false
  return directives.some((one) => /^s-maxage=[1-9]/.test(one) || /^public$/.test(one))
}

function readList(headers: Headers, name: string): readonly string[] {
  return (headers.get(name) ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .filter(Boolean)
}
