/** A page in its layouts as one tree: async functions are awaited side by side, then everything renders in one pass. */
import { defer } from '#solid/defer.ts'
import { type RenderedPage, type RenderOptions, renderPage } from '#solid/render-page.ts'
import { layerProps, type TreeProps } from './page-props.ts'

/** The default export of a layout or page file. */
export type Layer = (props: never) => unknown

/** How a layer that had to be waited for ended. */
type Settled = PromiseSettledResult<unknown>

/**
 * Renders layouts (outermost first) and page. A page may answer with a `Response` of its own. Rejects with what the
 * outermost failing layer throws; what a layer throws that no layout shows counts for nothing.
 */
export async function renderTree(
  layers: readonly Layer[],
  props: TreeProps,
  options: RenderOptions,
): Promise<RenderedPage | Response> {
  const settled: (Settled | undefined)[] = layers.map(() => undefined)
  let waiting: Map<number, PromiseLike<unknown>>
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
    if (isPromise(value)) {
      waiting.set(index, value)
      return undefined
    }
    if (!(value instanceof Response)) return value
    response ??= value
    return undefined
  }

  await settle(settled, new Map(layers.flatMap((layer, index) => (isAsync(layer) ? [[index, call(index)]] : []))))
  for (;;) {
    waiting = new Map()
    const isWhole = () => waiting.size === 0 && response === undefined
    const page = await renderPage(() => render(0), { ...options, isWhole })
    if (response !== undefined) return response
    if (waiting.size === 0) return page
    await settle(settled, waiting)
  }
}

async function settle(into: (Settled | undefined)[], values: ReadonlyMap<number, unknown>): Promise<void> {
  const indexes = [...values.keys()]
  const outcomes = await Promise.allSettled(values.values())
  for (const [position, outcome] of outcomes.entries()) into[indexes[position] ?? 0] = outcome
}

function isAsync(layer: Layer): boolean {
  return layer.constructor.name === 'AsyncFunction'
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
