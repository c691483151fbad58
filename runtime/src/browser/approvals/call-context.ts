/**
 * The context of a pending call: everything except its input that decides what it does. A user approves the call in the context
 * that the card shows, so the call doesn't run in another one.
 */
import { getMessage } from '#contract/http/thrown-error.ts'
import type { LivePageTool } from '../agent/page-tools.ts'
import { watchPageChanges } from './page-changes.ts'
import { isSamePreview, type Preview, previewCall } from './preview-call.ts'
import { show } from './state-diff.ts'

/** The context as users see it. */
export interface ShownContext {
  /** Props that the code of the component uses. Functions and elements are left out. */
  readonly props?: Readonly<Record<string, unknown>>
  /** The predicted changes, if the tool declares what it changes. */
  readonly preview?: Preview
}

interface CallContext {
  readonly shown: ShownContext
  /** Runs the preview again. Returns it if it differs from the shown one. Never rejects. */
  previewAgain(): Promise<Preview | undefined>
  /** Compares the context with the shown one. Never throws. */
  compare(preview: Preview | undefined): Comparison
  /** Ends the comparison of the page, once the call is no longer pending. */
  close(): void
}

interface Comparison {
  /** The new context, which counts as shown from now on, if it differs. */
  readonly changed?: ShownContext | undefined
  /** The message of an error if the context can't be read, for example because the props are those of a removed row. */
  readonly unreadable?: string
}

export async function readCallContext(tool: LivePageTool, input: unknown): Promise<CallContext> {
  /** The run that the shown preview is from. */
  let previewed = await previewCall(tool, input)
  let shown = toShown(previewed, readProps(tool))
  /** Whether the preview has random values, or contains a time. It then proves nothing. */
  let isUnstable = false
  const page = watchPageChanges(tool)
  let unreadable: string | undefined
  const findChange = (other: Preview | undefined) => {
    const preview = other ?? findLateCalls(shown.preview)
    const props = readProps(tool)
    // A complete preview proves what the call does. Otherwise its code may read any state of the page.
    const isProven = shown.preview !== undefined && !shown.preview.isPartial && !isUnstable
    const isOtherPage = !isProven && page.hasChanged()
    if (preview === undefined && show(props) === show(shown.props) && !isOtherPage) return undefined
    page.reset()
    previewed = other ?? previewed
    shown = toShown(preview ?? shown.preview, props)
    return shown
  }
  return {
    get shown() {
      return shown
    },
    async previewAgain() {
      try {
        const found = previewed && (await findOtherPreview(tool, input, previewed))
        isUnstable = found === 'unstable'
        return found === 'unstable' ? undefined : found
      } catch (error) {
        unreadable = getMessage(error)
        return undefined
      }
    },
    compare(preview) {
      try {
        return unreadable === undefined ? { changed: findChange(preview) } : { unreadable }
      } catch (error) {
        return { unreadable: getMessage(error) }
      }
    },
    close: page.stop,
  }
}

function toShown(preview: Preview | undefined, props: ShownContext['props']): ShownContext {
  return { ...(props && { props }), ...(preview && { preview }) }
}

/** Returns a preview that seemed to be complete together with the calls that it has made after its end, if any. */
function findLateCalls(preview: Preview | undefined): Preview | undefined {
  if (preview === undefined || preview.isPartial || preview.lateCalls.length === 0) return undefined
  return { ...preview, calls: [...preview.calls, ...preview.lateCalls], isPartial: true }
}

/** Returns the current preview if it differs; `unstable` if it differs in each run, for example because of random ids. */
async function findOtherPreview(
  tool: LivePageTool,
  input: unknown,
  seen: Preview,
): Promise<Preview | 'unstable' | undefined> {
  const now = await previewCall(tool, input)
  if (now && isSamePreview(now, seen)) return undefined
  const again = await previewCall(tool, input)
  return now && again && isSamePreview(again, now) ? now : 'unstable'
}

/** Content that the caller renders. Reading it would create the content again. */
const CHILDREN = 'children'

/** Returns the serializable props of the component; `undefined` if there are none. */
function readProps({ readProps: read }: LivePageTool): Readonly<Record<string, unknown>> | undefined {
  const props = read?.() as Readonly<Record<string, unknown>> | undefined
  const entries = Object.keys(props ?? {}).flatMap((key) => {
    const value = key === CHILDREN ? undefined : toData(props?.[key])
    return value === undefined ? [] : [[key, value] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** Deeper values are left out, and so are circular ones. */
const DEPTH_MAX = 10

/** Returns the plain data of a value; `undefined` for functions, elements and instances of other classes. */
function toData(value: unknown, depth: number = DEPTH_MAX): unknown {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
  if (depth === 0) return undefined
  if (value instanceof Date || value instanceof URL) return String(value.toJSON())
  if (Array.isArray(value) || value instanceof Set || value instanceof Map)
    return [...value].map((member) => toData(member, depth - 1) ?? null)
  const prototype = Object.getPrototypeOf(value) as unknown
  if (prototype !== Object.prototype && prototype !== null) return undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const data = toData(member, depth - 1)
      return data === undefined ? [] : [[key, data]]
    }),
  )
}
