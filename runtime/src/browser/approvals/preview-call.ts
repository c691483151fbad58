/**
 * Previews a pending call: runs it on copies of the state that it declares, to show the changes to the user who
 * approves it. The run has no effect: signals and stores are copies, and calls of tools and of browser functions with
 * effects are recorded and not made. An intent without declared state isn't run.
 */
import { FwError } from '#contract/http/error.ts'
import { getMessage } from '#contract/http/thrown-error.ts'
import type { StateHandle } from '#contract/page/intent.ts'
import { loadRunFile } from '#solid/islands/run-files.ts'
import { liveStores, storeOfHandle } from '#solid/stores/live-stores.ts'
import type { LivePageTool } from '../agent/page-tools.ts'
import { type HeldCall, holdCalls } from '../calls/activity.ts'
import { holdEffects } from './hold-effects.ts'
import { hasLaterWork } from './hold-later-work.ts'
import { runAsPreview } from './keep-cause.ts'
import { type Change, diffStates, show } from './state-diff.ts'

/** The predicted effects of a call. */
export interface Preview {
  readonly changes: readonly Change[]
  readonly calls: readonly HeldCall[]
  /** The error that it threw. */
  readonly failed?: string
  /**
   * Whether more may follow: it made a call whose result only the real run gets, took too long, or ended before its timers
   * and other callbacks.
   */
  readonly isPartial: boolean
  /** Calls that it has made after its end, so far. */
  readonly lateCalls: readonly HeldCall[]
}

/** Longest duration of a preview run in milliseconds. */
const RUN_MS = 1_000

/** A copy that a run may change. */
interface Copy {
  readonly handle: StateHandle
  value(): unknown
}

/** The last run. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the preview after those that were requested before, because a call of an unknown cause could belong to any run in
 * progress. Returns `undefined` if the tool doesn't declare what it changes.
 */
export function previewCall(tool: LivePageTool, input: unknown): Promise<Preview | undefined> {
  const run = last.then(() => runPreview(tool, input))
  last = run.catch(() => {})
  return run
}

async function runPreview(tool: LivePageTool, input: unknown): Promise<Preview | undefined> {
  const copiedRun =
    tool.definition.state === undefined ? createActionRun(tool) : createIntentRun(tool, tool.definition.state)
  if (copiedRun === undefined) return undefined
  // The run reports an error.
  await loadRunFile(tool.definition).catch(() => {})
  holdEffects()
  const before = copiedRun.values()
  const calls: HeldCall[] = []
  let stop: (() => void) | undefined
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => setTimeout(resolve, 0, 'stopped')
  })
  const lateCalls: HeldCall[] = []
  let isOver = false
  const hold = (tool: string, called: unknown) => {
    const held = isOver ? lateCalls : calls
    held.push({ tool, input: called })
    stop?.()
  }
  // Calls of code with an unknown cause are held during the run, and calls of the run's own code permanently.
  let refuse: ((error: Error) => void) | undefined
  const over = new Promise<never>((_resolve, reject) => {
    refuse = reject
  })
  over.catch(() => {})
  const releaseCalls = holdCalls({ hold, over })
  const timer = setTimeout(() => stop?.(), RUN_MS)
  const ended = await Promise.race([
    stopped,
    // The run may change its input, which the card shows and later runs need.
    attempt(() => runAsPreview(hold, () => copiedRun.run(toPlainData(input)))),
  ])
  // The run may have started work without waiting for it.
  await new Promise((resolve) => setTimeout(resolve))
  isOver = true
  releaseCalls()
  refuse?.(
    new FwError('unavailable', {
      message: 'The call was not made, since it may belong to the preview of another one.',
    }),
  )
  clearTimeout(timer)
  const changes = diffStates(before, copiedRun.values())
  copiedRun.close()
  // Also an error after a call that wasn't made may be a consequence of it.
  const isPartial = ended === 'stopped' || calls.length > 0 || hasLaterWork(hold)
  const failed = ended === 'stopped' || calls.length > 0 ? undefined : ended.failed
  return { changes, calls, isPartial, lateCalls, ...(failed && { failed }) }
}

/** Whether two preview runs had the same result. */
export function isSamePreview(one: Preview, other: Preview): boolean {
  const shown = ({ changes, calls, failed, isPartial }: Preview) => show([changes, calls, failed, isPartial])
  return shown(one) === shown(other)
}

async function attempt(run: () => unknown): Promise<{ readonly failed?: string }> {
  try {
    await run()
    return {}
  } catch (error) {
    return { failed: getMessage(error) }
  }
}

interface PreviewRun {
  run(input: unknown): unknown
  values(): Readonly<Record<string, unknown>>
  /** Ends the use of the copies. */
  close(): void
}

function createIntentRun({ definition }: LivePageTool, state: Readonly<Record<string, StateHandle>>): PreviewRun {
  const { run } = definition as { run?(call: unknown, state: unknown): unknown } // only intents declare state
  const gate = { isOpen: true }
  const copies = Object.entries(state).map(([name, handle]) => [name, createCopy(handle, gate)] as const)
  const handles = Object.fromEntries(copies.map(([name, { handle }]) => [name, handle]))
  return {
    run: (input) => run?.call(definition, { input, ctx: { origin: 'agent' } }, handles),
    values: () => Object.fromEntries(copies.map(([name, copy]) => [name, toPlainData(copy.value())])),
    close: () => {
      gate.isOpen = false
    },
  }
}

/** Creates the preview run of an action of a store, on a copy of the store. */
function createActionRun({ name }: LivePageTool): PreviewRun | undefined {
  const [alias = '', action = ''] = name.split('.')
  const copied = liveStores.get(alias)?.copy()
  if (copied === undefined) return undefined
  const [state, actions] = copied
  return { run: (input) => actions[action]?.(input), values: () => ({ [alias]: toPlainData(state) }), close() {} }
}

/** Creates a copy of a signal or a store. */
function createCopy(handle: StateHandle, gate: { readonly isOpen: boolean }): Copy {
  const copied = storeOfHandle.get(handle)?.copy()
  if (copied !== undefined) {
    const [state, actions] = copied
    const guarded = Object.entries(actions).map(([name, act]) => [
      name,
      (input?: unknown) => (gate.isOpen ? act(input) : Promise.reject(createClosedError())),
    ])
    return { handle: [state, Object.fromEntries(guarded)], value: () => state }
  }
  const [read] = handle
  if (typeof read !== 'function')
    throw new TypeError(
      'The state of an intent is signals, as createSignal returns them, and stores, as useStore does.',
    )
  let value = toPlainData((read as () => unknown)())
  const write = (next: unknown) => {
    if (!gate.isOpen) throw createClosedError()
    value = typeof next === 'function' ? (next as (value: unknown) => unknown)(value) : next
    return value
  }
  return { handle: [() => value, write], value: () => value }
}

function createClosedError(): Error {
  return new Error('The preview has ended. Its copies of the state can no longer change.')
}

/**
 * Returns plain data that shares nothing with a value, read through the proxies of stores. Values that can't be
 * copied are returned unchanged.
 */
function toPlainData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlainData)
  if (typeof value !== 'object' || value === null) return value
  const prototype = Object.getPrototypeOf(value) as unknown
  if (prototype === Object.prototype || prototype === null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlainData(member)]))
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}
