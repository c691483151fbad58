/**
 * The first, synchronous pass over a page. It works as Solid's `renderToString` (solid-js 1.9.19, web/dist/server.js), but
 * without the serializer and the timer of each render, which most pages don't need.
 */
import { createRoot } from 'solid-js'
import { renderToString } from 'solid-js/web'
import type { Pass } from './render-pass.ts'
import { type SolidContext, solidShared } from './render-state.ts'

/** Options of Solid's renderers. */
interface SolidOptions {
  readonly nonce: string | undefined
  readonly plugins: readonly unknown[]
}

interface AtOnce {
  readonly html: string
  /** Solid's inline scripts, empty for most pages. */
  readonly scripts: string
}

/** Renders the page synchronously. Throws the errors of the tree. */
export function renderAtOnce(pass: Pass, options: SolidOptions): AtOnce {
  const data: [id: string, value: unknown][] = []
  const context = createContext(options.nonce, data)
  solidShared.context = context
  try {
    const html = renderInRoot(() => pass.html())
    return { html, scripts: data.length === 0 ? '' : printData(data, options) }
  } finally {
    solidShared.context = undefined
  }
}

function createContext(nonce: string | undefined, data: [id: string, value: unknown][]): SolidContext {
  const context: SolidContext & Record<'lazy' | 'assets' | 'nonce', unknown> = {
    id: '',
    count: 0,
    suspense: {},
    lazy: {},
    assets: [],
    nonce,
    serialize(id, value) {
      if (!solidShared.context?.noHydrate) data.push([id, value])
    },
    // Members of fw, so that every context has the same shape.
    noHydrate: true,
    fw: undefined,
    fwIsland: undefined,
  }
  return context
}

/** Renders in a root that is disposed as soon as the HTML is complete. */
function renderInRoot(render: () => string): string {
  return createRoot((dispose) => {
    try {
      return render()
    } finally {
      dispose()
    }
  })
}

/** Lets Solid create the scripts with the data of islands. */
function printData(data: readonly [id: string, value: unknown][], options: SolidOptions): string {
  const replay = (): string => {
    for (const [id, value] of data) solidShared.context?.serialize(id, value)
    return ''
  }
  return renderToString(replay, options as Parameters<typeof renderToString>[1]) // Solid's type omits some options
}
