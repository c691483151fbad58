/** A page as it is kept: without the nonce of any answer, and only when nothing in it is about the one who asked. */
import type { CachePolicy } from '#contract/cache.ts'
import type { DataStore } from '#contract/data.ts'
import type { FwReply } from '#contract/request.ts'
import type { CacheRefusal, Copy, Made, SharedCopies } from './copies.ts'

export interface PageCopy {
  /** Of one that is handed on and not kept. Default 200. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  /** The document, cut where the nonce of an answer stands. */
  readonly parts: readonly string[]
}

/** What a page has to look like to be kept. */
export interface Expected {
  readonly policy: CachePolicy
  /** As the policy says it: a page that says something else has its reasons. */
  readonly cacheControl: string
  /** What documents vary on; copies are told apart by that, and by nothing else. */
  readonly vary: string
  /** What stands for the nonce: no visitor can know it. */
  readonly placeholder: string | undefined
}

const SECOND_MS = 1000

/** `reply` as a copy, or why it is none. It was made for a caller of whom nothing is known. */
export function toPageCopy(reply: FwReply, expected: Expected): Made<PageCopy> | CacheRefusal {
  const refused = findRefusal(reply, expected)
  if (refused !== undefined) {
    if (reply.body instanceof ReadableStream) reply.body.cancel().catch(() => undefined)
    return { refused }
  }
  const { policy, placeholder } = expected
  const { maxAge = 0, sharedMaxAge = maxAge, swr = 0 } = policy
  const html = String(reply.body)
  return {
    value: {
      // Only cookies are lists, and an answer with cookies was refused.
      headers: reply.headers as PageCopy['headers'],
      parts: placeholder === undefined ? [html] : html.split(placeholder),
    },
    freshMs: sharedMaxAge * SECOND_MS,
    staleMs: swr * SECOND_MS,
  }
}

function findRefusal({ status, headers, body }: FwReply, { cacheControl, vary }: Expected): string | undefined {
  if (headers['set-cookie'] !== undefined) return 'set-cookie'
  if (status !== 200) return `status-${status}`
  if (typeof body !== 'string') return 'response'
  if (headers['cache-control'] !== cacheControl) return 'cache-control'
  if (headers.vary !== vary) return 'vary'
  // A policy of the page's own may name the nonce of this one answer.
  if (headers['content-security-policy'] !== undefined) return 'own-csp'
  return undefined
}

/** Bytes of a copy in memory. */
export function sizeOfPage(key: string, { headers, parts }: PageCopy): number {
  let size = 2 * key.length
  for (const [name, value] of Object.entries(headers)) size += name.length + value.length
  for (const part of parts) size += Buffer.byteLength(part)
  return size
}

/** `x-fw-cache` and its reason, as headers. */
export function stateHeaders(state: string, reason: string): Readonly<Record<string, string>> {
  return { 'x-fw-cache': state, 'x-fw-cache-reason': reason }
}

/** Copies in a store that other servers use too. */
export function createSharedPages(
  data: Pick<DataStore, 'read' | 'write'>,
  now: () => number = Date.now,
): SharedCopies<PageCopy> {
  return {
    async read(key) {
      const text = await data.read(createKey(key))
      // Only servers of this app write under this key.
      return text === undefined ? undefined : (JSON.parse(text) as Copy<PageCopy>)
    },
    async write(key, copy) {
      // What this process has dropped says nothing to another one.
      const kept = { ...copy, versions: { here: '', shared: copy.versions.shared } }
      await data.write(createKey(key), JSON.stringify(kept), Math.max(1, copy.staleUntil - now()))
    },
  }
}

function createKey(key: string): string {
  return `cache:page:${key}`
}
