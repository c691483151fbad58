/**
 * Previews a pending call: runs it on copies of its state, to show the changes to the user who approves it. Only tools whose
 * code changes nothing else are run; the compiler has marked them (`compiler/src/jsx/previews/find-obstacle.ts`).
 */
import { getMessage } from '#contract/http/thrown-error.ts'
import type { IntentState, StateHandle } from '#contract/page/intent.ts'
import { loadRunFile } from '#solid/islands/run-files.ts'
import { type LiveStore, liveStores, type StoreParts, storeOfHandle } from '#solid/stores/live-stores.ts'
import type { LivePageTool } from '../agent/page-tools.ts'
import { copyData, readData } from './copy-data.ts'
import { type Change, diffStates, show } from './state-diff.ts'

/** The effects of a call. */
export interface Preview {
  readonly changes: readonly Change[]
  /** The message of the error that it throws. */
  readonly failed?: string
}

/** A run on copies. */
interface PreviewRun {
  start(input: unknown): unknown
  /** Returns the state by the names that the user sees. */
  readState(): unknown
  /** Whether everything that the run has used can be previewed. */
  isComplete: boolean
}

/**
 * Returns `undefined` if the tool has no preview: its code isn't marked, its state or its input isn't plain data, or it calls an
 * action that isn't marked.
 */
export async function previewCall(tool: LivePageTool, input: unknown): Promise<Preview | undefined> {
  if (!tool.isPreviewable) return undefined
  // The run reports an error.
  await loadRunFile(tool.definition).catch(() => {})
  try {
    const run = createRun(tool)
    const before = structuredClone(run.readState())
    const failed = await attempt(() => run.start(copyData(input)))
    const changes = diffStates(before, run.readState())
    return run.isComplete ? { changes, ...(failed !== undefined && { failed }) } : undefined
  } catch {
    return undefined
  }
}

/** Whether two previews show the same. */
export function isSamePreview(one: Preview | undefined, other: Preview | undefined): boolean {
  return show(one) === show(other)
}

/** Returns the message of an error. The user sees it. */
async function attempt(run: () => unknown): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return getMessage(error)
  }
}

function createRun({ name, definition }: LivePageTool): PreviewRun {
  const run: PreviewRun = { start: () => {}, readState: () => ({}), isComplete: true }
  if (definition.state === undefined) {
    const [alias = '', action = ''] = name.split('.')
    const { handle, readValue } = copyStore(liveStores.get(alias) as LiveStore, run) // the tool is one of its actions
    run.start = (input) => handle[1][action]?.(input)
    run.readState = () => ({ [alias]: readValue() })
    return run
  }
  const copies = copyHandles(definition.state, run)
  const handles = Object.fromEntries(copies.map(([key, { handle }]) => [key, handle]))
  const intent = definition as { run?(call: unknown, state: unknown): unknown } // only intents declare state
  // As the user's call that it is once it is approved.
  run.start = (input) => intent.run?.({ input, ctx: { origin: 'human' } }, handles)
  run.readState = () => Object.fromEntries(copies.map(([key, { readValue }]) => [key, readValue()]))
  return run
}

interface Copy {
  readonly handle: StateHandle
  readValue(): unknown
}

/** Copies signals and stores. Signals that contain the same object contain the same copy. */
function copyHandles(state: IntentState, run: PreviewRun): readonly (readonly [name: string, copy: Copy])[] {
  const handles = Object.entries(state)
  const values = copyData(handles.map(([, handle]) => (storeOfHandle.has(handle) ? undefined : readSignal(handle))))
  return handles.map(([name, handle], index) => {
    const store = storeOfHandle.get(handle)
    return [name, store ? copyStore(store, run) : copySignal(values[index])] as const
  })
}

function readSignal([read]: StateHandle): unknown {
  return (read as () => unknown)() // the compiler has seen that it is a signal
}

function copySignal(copied: unknown): Copy {
  let value = copied
  const write = (next: unknown) => {
    value = typeof next === 'function' ? (next as (value: unknown) => unknown)(value) : next
    return value
  }
  return { handle: [() => value, write], readValue: () => readData(value) }
}

interface StoreCopy extends Copy {
  readonly handle: StoreParts
}

function copyStore(store: LiveStore, run: PreviewRun): StoreCopy {
  const { parts, value } = store.copy(copyData)
  const actions = store.actions.map(({ name }) => {
    const action = name.slice(store.alias.length + 1)
    const act = parts[1][action]
    const refuse = () => {
      run.isComplete = false
      throw new Error(`${name} has no preview.`)
    }
    return [action, act ?? refuse] as const
  })
  return { handle: [parts[0], Object.fromEntries(actions)], readValue: value }
}
