/** A page in its layouts as one tree: async functions are awaited side by side, then everything renders in one pass. */
import { isThenable } from '#contract/thenable.ts'
import { defer } from '#solid/defer.ts'
import { type RenderedDocument, type RenderOptions, renderDocument } from '#solid/render-page.ts'
import { layerProps, type TreeProps } from './page-props.ts'
import { whenReady } from './when-ready.ts'

/** The default export of a layout or page file. */
export type Layer = (props: never) => unknown

/** How a layer that had to be waited for ended. */
type Settled = PromiseSettledResult<unknown>

/**
 * Renders layouts (outermost first) and page: at once, where nothing has to be waited for. A page may answer with a
 * `Response` of its own. Throws, or rejects with, what the outermost failing layer throws; what a layer throws that no
 * layout shows counts for nothing.
 */
export function renderTree(
  layers: readonly Layer[],
  props: TreeProps,
  options: RenderOptions,
): RenderedDocument | Response | Promise<RenderedDocument | Response> {
  const settled: (Settled | undefined)[] = []
  let waiting = new Map<number, PromiseLike<unknown>>()
  let response: Response | undefined

  const call = (index: number): unknown => {
    const layer = layers[index] as (props: TreeProps & { children: unknown }) => unknown // the file decides what it reads
    return layer(
      layerProps(
        props,
        defer(() => render(index + 1)),
      ),
    )
  }
  const render = (index: number): unknown => {
    if (index >= layers.length) return undefined
    const known = settled[index]
    // Not before the layouts around it had their say: the outermost throw is the answer.
    if (known?.status === 'rejected') throw known.reason
    const value = known === undefined ? call(index) : known.value
    if (isThenable(value)) {
      waiting.set(index, value)
      return undefined
    }
    if (!isResponse(value)) return value
    response ??= value
    return undefined
  }
  const whole = { ...options, ctx: props.ctx, isWhole: () => waiting.size === 0 && response === undefined }
  const attempt = (): ReturnType<typeof renderTree> => {
    waiting = new Map()
    return whenReady(
      renderDocument(() => render(0), whole),
      decide,
    )
  }
  const decide = (page: RenderedDocument): ReturnType<typeof renderTree> => {
    if (response !== undefined) return response
    return waiting.size === 0 ? page : settle(settled, waiting).then(attempt)
  }

  for (const [index, layer] of layers.entries()) if (isAsync(layer)) waiting.set(index, call(index) as Promise<unknown>)
  return waiting.size === 0 ? attempt() : settle(settled, waiting).then(attempt)
}

async function settle(into: (Settled | undefined)[], values: ReadonlyMap<number, unknown>): Promise<void> {
  const indexes = [...values.keys()]
  const outcomes = await Promise.allSettled(values.values())
  for (const [position, outcome] of outcomes.entries()) into[indexes[position] ?? 0] = outcome
}

function isAsync(layer: Layer): boolean {
  return layer.constructor.name === 'AsyncFunction'
}

/** First whether it can be one: on Node merely naming `Response` loads all of `fetch`. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.getPrototypeOf(value) !== Object.prototype && value instanceof Response
}
