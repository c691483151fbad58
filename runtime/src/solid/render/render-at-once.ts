/**
 * The first pass over a page, without what most pages never need. Solid's `renderToString` makes a serializer and a timer
 * for each render (solid-js 1.9.19, web/dist/server.js); the rest of it is the same here.
 */
import { createRoot } from 'solid-js'
import { renderToString } from 'solid-js/web'
import type { Pass } from './render-pass.ts'
import { type SolidContext, solidShared } from './render-state.ts'

/** What Solid's own renderers are told. */
interface SolidOptions {
  readonly nonce: string | undefined
  readonly plugins: readonly unknown[]
}

interface AtOnce {
  readonly html: string
  /** Solid's inline scripts, empty for most pages. */
  readonly scripts: string
}

/** Throws what the tree throws. */
export function renderAtOnce(pass: Pass, options: SolidOptions): AtOnce {
  const data: [id: string, value: unknown][] = []
  const context = createContext(options.nonce, data)
  solidShared.context = context
  try {
    const html = inRoot(() => pass.html())
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
    // Members of ours, so that every context has one shape.
    noHydrate: true,
    fw: undefined,
    fwIsland: undefined,
  }
  return context
}

/** Cleaned up as soon as the HTML is there. */
function inRoot(render: () => string): string {
  return createRoot((dispose) => {
    try {
      return render()
    } finally {
      dispose()
    }
  })
}

/** The scripts that Solid would have made of the data of islands, made by Solid. */
function printData(data: readonly [id: string, value: unknown][], options: SolidOptions): string {
  const replay = (): string => {
    for (const [id, value] of data) solidShared.context?.serialize(id, value)
    return ''
  }
  return renderToString(replay, options as Parameters<typeof renderToString>[1]) // Solid types half of what it takes
}
