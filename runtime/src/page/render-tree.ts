/** A page in its layouts as one tree: async functions are awaited side by side, then everything renders in one pass. */
import type { Ctx } from '#contract/api.ts'
import type { Params } from '#contract/page.ts'
import { defer } from '#solid/defer.ts'
import { type RenderedPage, type RenderOptions, renderPage } from '#solid/render-page.ts'

/** The default export of a layout or page file. */
export type Layer = (props: never) => unknown

export interface TreeProps {
  readonly ctx: Ctx
  readonly params: Params
  /** For `_500` only. */
  readonly error?: unknown
}

/**
 * Renders layouts (outermost first) and page. A page may answer with a `Response` of its own. Rejects with what the
 * outermost failing layer throws.
 */
export async function renderTree(
  layers: readonly Layer[],
  props: TreeProps,
  options: RenderOptions,
): Promise<RenderedPage | Response> {
  const settled: ({ readonly value: unknown } | undefined)[] = layers.map(() => undefined)
  let waiting: Map<number, PromiseLike<unknown>>
  let response: Response | undefined

  const call = (index: number): unknown => {
    const layer = layers[index] as (props: TreeProps & { children: unknown }) => unknown // the file decides what it reads
    return layer({ ...props, children: defer(() => render(index + 1)) })
  }
  const render = (index: number): unknown => {
    if (index >= layers.length) return undefined
    const known = settled[index]
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
    const page = await renderPage(() => render(0), options)
    if (response !== undefined) return response
    if (waiting.size === 0) return page
    await settle(settled, waiting)
  }
}

async function settle(into: ({ value: unknown } | undefined)[], values: ReadonlyMap<number, unknown>): Promise<void> {
  const outcomes = await Promise.allSettled(values.values())
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  const indexes = [...values.keys()]
  outcomes.forEach((outcome, position) => {
    const index = indexes[position]
    if (outcome.status === 'fulfilled' && index !== undefined) into[index] = { value: outcome.value }
  })
}

function isAsync(layer: Layer): boolean {
  return layer.constructor.name === 'AsyncFunction'
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
