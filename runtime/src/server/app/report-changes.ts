/** `onChange`: reports each committed write of this process to the app. */
import { randomUUID } from 'node:crypto'
import { type Current, currentCall, madeCtx, withCurrent } from '#api/current.ts'
import { type CallHost, UNREPORTED } from '#api/host.ts'
import { withoutCaller } from '#api/without-caller.ts'
import { listenToWrites, type Write } from '#cache/live-tags.ts'
import type { ChangeEntry, Ctx } from '#contract/api.ts'
import { callSink } from './call-sink.ts'
import type { FwServerOptions } from './options.ts'

type OpenChangeEntry = { -readonly [Key in keyof ChangeEntry]: ChangeEntry[Key] }

interface ChangeParts {
  readonly host: CallHost
  readonly subjectOf: (ctx: Ctx) => string | undefined
}

/** Calls `onChange` for each write of this server until the returned function is called. */
export function reportChanges(
  { onChange, now = Date.now }: Pick<FwServerOptions, 'onChange' | 'now'>,
  { host, subjectOf }: ChangeParts,
): () => void {
  if (onChange === undefined) return () => undefined
  return listenToWrites((write) => {
    const current = currentCall()
    const changes = current?.host.changes
    // A process can run several servers. A write outside of their calls is reported to each of them.
    if (changes !== undefined && changes !== host.changes) return
    const change = createEntry(write, current, now())
    const { log } = host
    const report = () => callSink('onChange', log, () => onChange(change))
    const ctx = madeCtx(current)
    if (ctx !== undefined)
      callSink('subjectOf', log, () => {
        const subject = subjectOf(ctx)
        if (subject !== undefined) change.subject = subject
      })
    const silent = { ...(current?.host ?? host), changes: UNREPORTED }
    if (current === undefined) withoutCaller(silent, report)
    else withCurrent({ ...inherit(current), host: silent }, report)
  })
}

/** The write has committed, so what the hook does isn't part of the call: neither its signal nor its form. */
function inherit({ ctx, origin, tainted, requestId }: Current): Omit<Current, 'host'> {
  return { ctx, origin, tainted, requestId }
}

function createEntry(write: Write, current: Current | undefined, at: number): OpenChangeEntry {
  // Code without a request has human origin, as its calls have.
  const entry: OpenChangeEntry = { id: randomUUID(), ...write, origin: current?.origin ?? 'human', at }
  if (current?.requestId !== undefined) entry.requestId = current.requestId
  return entry
}
