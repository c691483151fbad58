/**
 * Renders a page in its layouts as one tree: async functions are awaited concurrently, then everything renders in one
 * pass.
 */
import { isRecord } from '#contract/is-object.ts'
import { isThenable } from '#contract/thenable.ts'
import { defer } from '#solid/islands/defer.ts'
import { type RenderedDocument, type RenderOptions, renderDocument } from '#solid/render/render-page.ts'
import { layerProps, type TreeProps } from './page-props.ts'
import { whenReady } from './when-ready.ts'

/** The default export of a layout or page file. */
export type Layer = (props: never) => unknown

/** The outcome of a layer that had to be awaited. */
type Settled = PromiseSettledResult<unknown>

/**
 * Renders layouts (outermost first) and page, synchronously if nothing has to be awaited. A page may return its own
 * `Response`. Throws or rejects with the error of the outermost failing layer; errors of a layer that no layout
 * renders are ignored.
 */
export function renderTree(
  layers: readonly Layer[],
  props: TreeProps,
  options: RenderOptions,
): RenderedDocument | Response | Promise<RenderedDocument | Response> {
  const settled: (Settled | undefined)[] = []
  let pending = new Map<number, PromiseLike<unknown>>()
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
    // The layouts around it run first, because the outermost error wins.
    if (known?.status === 'rejected') throw known.reason
    const value = known === undefined ? call(index) : known.value
    if (isThenable(value)) {
      pending.set(index, value)
      return undefined
    }
    if (!isResponse(value)) return value
    response ??= value
    return undefined
  }
  const { onIslandError, onLostHandler, markup, nonce, onLateError, hasFormKeys } = options
  const { ctx } = props
  const isWhole = () => pending.size === 0 && response === undefined
  // No spread: V8 would create a hidden class for each render.
  const documentOptions = { onIslandError, onLostHandler, markup, nonce, onLateError, hasFormKeys, ctx, isWhole }
  const attempt = (): ReturnType<typeof renderTree> => {
    pending = new Map()
    return whenReady(
      renderDocument(() => render(0), documentOptions),
      decide,
    )
  }
  const decide = (page: RenderedDocument): ReturnType<typeof renderTree> => {
    if (response !== undefined) return response
    return pending.size === 0 ? page : settleLayers(settled, pending).then(attempt)
  }

  for (const [index, layer] of layers.entries()) if (isAsync(layer)) pending.set(index, call(index) as Promise<unknown>)
  return pending.size === 0 ? attempt() : settleLayers(settled, pending).then(attempt)
}

async function settleLayers(into: (Settled | undefined)[], values: ReadonlyMap<number, unknown>): Promise<void> {
  const indexes = [...values.keys()]
  const outcomes = await Promise.allSettled(values.values())
  for (const [position, outcome] of outcomes.entries()) into[indexes[position] ?? 0] = outcome
}

function isAsync(layer: Layer): boolean {
  return layer.constructor.name === 'AsyncFunction'
}

/**
 * Whether a value is a `Response`. Plain objects are checked first, because on Node merely naming `Response` loads
 * all of `fetch`.
 */
export function isResponse(value: unknown): value is Response {
  if (!isRecord(value)) return false
  return Object.getPrototypeOf(value) !== Object.prototype && value instanceof Response
}
