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
  /** The changes that it would make, if it has a preview. */
  readonly preview?: Preview
}

interface CallContext {
  readonly shown: ShownContext
  /** Runs the preview again, and returns it. Never rejects. */
  previewAgain(): Promise<Preview | undefined>
  /** Compares the context, with this preview, with the shown one. Never throws. */
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
  let shown = toShown(await previewCall(tool, input), readProps(tool))
  const page = watchPageChanges(tool)
  const findChange = (preview: Preview | undefined) => {
    const props = readProps(tool)
    // A call without a preview may read any content of the page. The preview shows the state after any other call, but the effects of
    // components that read this state may depend on what an agent has done since.
    const isOther = !isSamePreview(preview, shown.preview) || (preview ? page.hasActed() : page.hasChanged())
    if (!isOther && show(props) === show(shown.props)) return undefined
    page.reset()
    shown = toShown(preview, props)
    return shown
  }
  return {
    get shown() {
      return shown
    },
    previewAgain: () => previewCall(tool, input),
    compare(preview) {
      try {
        return { changed: findChange(preview) }
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
