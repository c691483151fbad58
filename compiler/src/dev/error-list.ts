/** The records of errors, newest first. Repetitions are counted, and listeners are notified of changes. */
import type { DevError, DevErrorList } from '../overlay/dev-error.ts'
import type { ErrorRecord } from './error-records.ts'

interface ErrorList {
  /**
   * Adds a record in front and replaces an earlier record of the same error; with `id` it replaces and completes that
   * record.
   */
  add(described: ErrorRecord, id?: string): DevError
  drop(isGone: (error: DevError) => boolean): void
  has(described: ErrorRecord): boolean
  find(fits: (error: DevError) => boolean): DevError | undefined
  all(): DevErrorList
  /** Calls the listener once for all changes of one turn. Returns a function that removes it. */
  onChange(listener: () => void): () => void
}

const MAX_ERRORS = 50

/** `now` in epoch milliseconds. */
export function createErrorList(now: () => number): ErrorList {
  let seq = 0
  let records: readonly { readonly print: string; readonly error: DevError }[] = []
  let isScheduled = false
  const listeners = new Set<() => void>()
  const notify = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      for (const listener of listeners) listener()
    })
  }
  return {
    add(described, id) {
      const print = fingerprint(described)
      const before = records.find((one) => (id === undefined ? one.print === print : one.error.id === id))
      seq += 1
      const error: DevError = {
        ...described,
        id: before?.error.id ?? `e${seq}`,
        seq,
        count: before === undefined ? 1 : before.error.count + (id === undefined ? 1 : 0),
        at: new Date(now()).toISOString(),
      }
      records = [{ print, error }, ...records.filter((one) => one !== before)].slice(0, MAX_ERRORS)
      notify()
      return error
    },
    drop(isGone) {
      const left = records.filter(({ error }) => !isGone(error))
      if (left.length === records.length) return
      records = left
      notify()
    },
    has: (described) => records.some(({ print }) => print === fingerprint(described)),
    find: (fits) => records.find(({ error }) => fits(error))?.error,
    all: () => ({ seq, errors: records.map(({ error }) => error) }),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns equal strings for repetitions of the same error. */
export function fingerprint({ kind, name, message, frames, codeFrame, route, call }: ErrorRecord): string {
  const first = frames.find(({ isApp }) => isApp) ?? frames[0]
  const place = first === undefined ? codeFrame : `${first.file}:${first.line}`
  return JSON.stringify([kind, name, message, place, route, call?.tool])
}
