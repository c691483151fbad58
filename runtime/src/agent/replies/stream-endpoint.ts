/** `GET` and `DELETE` of a stream's URL: resume the reply, or stop it. */

import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { FwError } from '#contract/http/error.ts'
import { STREAM_SUFFIX } from '#contract/http/path.ts'
import type { FwReply } from '#contract/http/request.ts'
import { streamReply } from '../turn-replies.ts'
import { openReply } from './reply-reader.ts'
import { createLostError, getPath, type ResumableStreams, refuseUnknown } from './resumable-streams.ts'
import type { SharedReplies } from './shared-replies.ts'

/**
 * Handles a request for a resumable stream. `Last-Event-ID` is the last event that the client received; without it
 * the reply is sent from its beginning. With nothing left to send, the status is 204: it stops an `EventSource` from
 * reconnecting, and the AI SDK's client expects it. `DELETE` always returns 204.
 */
export async function handleStreamRequest(
  request: Request,
  { subject }: Pick<TurnDeps, 'subject'>,
  streams: ResumableStreams | undefined,
  others: SharedReplies | undefined,
): Promise<FwReply> {
  const name = readName(new URL(request.url).pathname)
  if (request.method === 'DELETE') {
    if (streams?.stop(subject, name) === false) await stopElsewhere(others, subject, name)
    return noContent()
  }
  const after = readLast(request.headers.get('last-event-id'))
  if (streams === undefined && after !== undefined) throw new FwError('stream_not_resumable')
  if (others !== undefined && subject !== undefined && streams?.has(subject, name, after ?? 0) === false)
    return sendOther(others, subject, name, after)
  const stream = streams?.resume(subject, name, after)
  return stream === undefined ? noContent() : streamReply(stream.open(after ?? 0), stream.id, getPath(stream))
}

async function stopElsewhere(others: SharedReplies | undefined, owner: string | undefined, name: string) {
  const record = owner === undefined ? undefined : await others?.store.find(owner, name)
  if (record !== undefined) await others?.store.command(record.id, 'stop')
}

/** Sends the rest of a reply of another process. */
async function sendOther(
  { store }: SharedReplies,
  owner: string,
  name: string,
  after: number | undefined,
): Promise<FwReply> {
  const record = await store.find(owner, name)
  if (record === undefined) return refuseUnknown(name, after) ?? noContent()
  const rest = await openReply(store, record, after ?? 0)
  if (rest === 'lost') throw createLostError()
  return rest === 'nothing' ? noContent() : streamReply(rest, record.id, getPath(record))
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
