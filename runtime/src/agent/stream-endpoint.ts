/** `GET` and `DELETE` of a stream's URL: resume the reply, or stop it. */

import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { FwError } from '#contract/http/error.ts'
import { STREAM_SUFFIX } from '#contract/http/path.ts'
import type { FwReply } from '#contract/http/request.ts'
import { getPath, type ResumableStreams } from './resumable-streams.ts'
import { streamReply } from './turn-replies.ts'

/**
 * Handles a request for a resumable stream. `Last-Event-ID` is the last event that the client received; without it
 * the reply is sent from its beginning. With nothing left to send, the status is 204: it stops an `EventSource` from
 * reconnecting, and the AI SDK's client expects it. `DELETE` always returns 204.
 */
export function handleStreamRequest(
  request: Request,
  { subject }: Pick<TurnDeps, 'subject'>,
  streams: ResumableStreams | undefined,
): FwReply {
  const name = readName(new URL(request.url).pathname)
  if (request.method === 'DELETE') {
    streams?.stop(subject, name)
    return noContent()
  }
  const after = readLast(request.headers.get('last-event-id'))
  if (streams === undefined && after !== undefined) throw new FwError('stream_not_resumable')
  const stream = streams?.resume(subject, name, after)
  return stream === undefined ? noContent() : streamReply(stream.open(after ?? 0), stream.id, getPath(stream))
}

function noContent(): FwReply {
  return { status: 204, headers: { 'cache-control': 'no-store' }, body: null }
}

/** Returns the path segment between the endpoint and `/stream`. */
function readName(path: string): string {
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
