/** `GET` and `DELETE` of an answer's address: the rest of it, and its end (decisions: Agent, `resumableStreams`). */
import { FwError } from '#contract/error.ts'
import { STREAM_SUFFIX } from '#contract/path.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'
import { getPath, type KeptStreams } from './kept-streams.ts'
import { streamResponse } from './turn-response.ts'

/**
 * 204 where nothing is left, which ends the tries of an `EventSource` and is what the AI SDK's client expects. `Last-Event-ID`
 * is the event that has arrived last; without it the answer comes from its beginning. `DELETE` says 204 whatever there was.
 */
export function answerKept(
  request: Request,
  { subject }: Pick<TurnDeps, 'subject'>,
  kept: KeptStreams | undefined,
): Response {
  const name = nameIn(new URL(request.url).pathname)
  if (request.method === 'DELETE') {
    kept?.stop(subject, name)
    return nothing()
  }
  const after = readLast(request.headers.get('last-event-id'))
  if (kept === undefined && after !== undefined) throw new FwError('stream_not_resumable')
  const stream = kept?.resume(subject, name, after)
  return stream === undefined ? nothing() : streamResponse(stream.open(after ?? 0), stream.id, getPath(stream))
}

function nothing(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

/** What stands between the endpoint and `/stream`. */
function nameIn(path: string): string {
  const end = path.length - STREAM_SUFFIX.length
  const name = path.slice(path.lastIndexOf('/', end - 1) + 1, end)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function readLast(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  throw new FwError('stream_not_resumable', { message: 'Last-Event-ID must be the id of an event of this stream.' })
}
