/** What a page with islands adds to its document: the loader, preloads, the map of its islands. Nothing without islands. */
import type { IslandModules } from '#contract/asset.ts'
import { SOLID_DATA_BOOTSTRAP } from '#solid/render-page.ts'
import type { IslandInstance } from '#solid/render-state.ts'
import { scriptJson } from '#wire/html.ts'
import { type DocumentOptions, nonceAttribute } from './document.ts'

interface IslandPage {
  readonly instances: readonly IslandInstance[]
  /** Inline scripts of the render. */
  readonly scripts: string
  readonly modules: IslandModules | undefined
  readonly runtimeUrl: string | undefined
  readonly nonce: string | undefined
}

/** Custom elements without a box of their own; one that waits for its first render in view needs a box to be seen. */
const STYLE = 'fw-island,fw-slot{display:contents}fw-island[r]:empty{display:block;min-height:1px}'

/** The island parts of the document. Throws when the page has islands and the build's URLs are missing. */
export function islandAssets(page: IslandPage): Pick<DocumentOptions, 'preload' | 'scripts' | 'headEnd' | 'bodyEnd'> {
  if (page.instances.length === 0) return {}
  const { modules, runtimeUrl } = page
  if (modules === undefined || runtimeUrl === undefined)
    throw new Error(
      `The page has islands (${page.instances.map(({ name }) => name).join(', ')}), but the server got no islandModules or runtimeUrl. Build the app with fw build, or pass both options.`,
    )
  const nonce = nonceAttribute(page.nonce)
  const used = new Map(page.instances.map((instance) => [instance.component, instance.name]))
  const chunks = [...new Set([...used.keys()].map(chunkOf))]
  const eager = new Set(
    page.instances.filter(({ hydrate }) => hydrate === 'load').map(({ component }) => chunkOf(component)),
  )
  const preload = new Set<string>()
  if (eager.size > 0) for (const url of [modules.hydrate, ...(modules.preload?.hydrate ?? [])]) preload.add(url)
  for (const chunk of eager)
    for (const url of [urlOf(chunk, modules), ...(modules.preload?.[chunk] ?? [])]) preload.add(url)
  const map = {
    m: Object.fromEntries(chunks.map((chunk) => [chunk, urlOf(chunk, modules)])),
    n: Object.fromEntries(used),
    h: modules.hydrate,
  }
  const bootstrap = page.scripts === '' ? '' : `<script${nonce}>${SOLID_DATA_BOOTSTRAP}</script>`
  return {
    preload: [...preload],
    scripts: [runtimeUrl],
    headEnd: `<style id="fw-island-style"${nonce}>${STYLE}</style>${bootstrap}`,
    bodyEnd: `${page.scripts}<script type="application/json" id="fw-islands"${nonce}>${scriptJson(map)}</script>`,
  }
}

function chunkOf(component: string): string {
  return component.slice(0, component.indexOf('#'))
}

function urlOf(chunk: string, modules: IslandModules): string {
  const url = modules.modules[chunk]
  if (url === undefined)
    throw new Error(`The build knows no browser module for the island chunk "${chunk}". Run fw build again.`)
  return url
}
