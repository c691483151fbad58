/** `cache-control` of replies: which caches may store them. */
import type { FwReply } from '#contract/http/request.ts'

/** Whether caches that visitors share may store a reply with these headers. */
export function isPublic(headers: FwReply['headers']): boolean {
  return listDirectives(headers).some((directive) => directive === 'public' || directive.startsWith('s-maxage'))
}

/** Whether a cache, also that of the visitor's browser, may send a reply with these headers again. */
export function mayBeStored(headers: FwReply['headers']): boolean {
  return isPublic(headers) || listDirectives(headers).some((directive) => /^max-age=0*[1-9]/.test(directive))
}

export function listDirectives(headers: FwReply['headers']): readonly string[] {
  return String(headers['cache-control'] ?? '')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
}

/**
 * Returns a document of the framework as it is sent: in an app with middleware, which may decide who gets it, only its reader may
 * store it, because caches in front of the server don't run the middleware.
 */
export function forReaderOnly(
  reply: FwReply,
  { policy }: { readonly policy: { readonly middleware?: unknown } },
): FwReply {
  if (policy.middleware === undefined || !isPublic(reply.headers)) return reply
  const cacheControl = String(reply.headers['cache-control']).replace('public', 'private')
  return { ...reply, headers: { ...reply.headers, 'cache-control': cacheControl } }
}
