/** Elements that a page with islands adds to its document: the loader, preloads, and the map of its islands. */
import type { IslandModules } from '#contract/page/asset.ts'
import { getChunk } from '#contract/page/island-chunk.ts'
import { SOLID_DATA_BOOTSTRAP } from '#solid/render/render-page.ts'
import type { IslandInstance } from '#solid/render/render-state.ts'
import { escapeHtml, scriptJson } from '#wire/html.ts'
import { type DocumentOptions, writeNonce } from './document.ts'

interface IslandPage {
  readonly instances: readonly IslandInstance[]
  /** Inline scripts of the render. */
  readonly scripts: string
  readonly modules: IslandModules | undefined
  readonly runtimeUrl: string | undefined
  readonly nonce: string | undefined
  /** Parts of the page will follow. */
  readonly isStreamed: boolean
}

/**
 * The custom elements have no box of their own, but an island that waits for its first render in view needs one to be
 * detected.
 */
const STYLE = 'fw-island,fw-slot,fw-host{display:contents}fw-island[r]:empty{display:block;min-height:1px}'

/**
 * Returns the island parts of the document.
 *
 * @throws Error if the page has islands and the build's URLs are missing.
 */
export function createIslandAssets(
  page: IslandPage,
): Pick<DocumentOptions, 'preload' | 'scripts' | 'headEnd' | 'bodyEnd'> {
  const nonce = writeNonce(page.nonce)
  const bootstrap = `<script id="fw-data"${nonce}>${SOLID_DATA_BOOTSTRAP}</script>`
  if (page.instances.length === 0) return page.isStreamed ? { bodyEnd: bootstrap } : {}
  const { modules, runtimeUrl } = requireModules(page)
  const eager = new Set(
    page.instances.filter(({ hydrate }) => hydrate === 'load').map(({ component }) => getChunk(component)),
  )
  const preload = new Set<string>()
  const load = (name: string, url: string) => {
    for (const needed of [url, ...(modules.preload?.[name] ?? [])]) preload.add(needed)
  }
  for (const chunk of eager) {
    const renderer = modules.renderers?.[chunk]
    load(renderer ?? 'hydrate', renderer ?? modules.hydrate)
  }
  for (const chunk of eager) load(chunk, getModuleUrl(chunk, modules))
  const needsData = page.isStreamed || page.scripts !== ''
  return {
    preload: [...preload],
    // Without `async` it would wait for the last part.
    ...(page.isStreamed ? {} : { scripts: [runtimeUrl] }),
    headEnd: styleElements(page.instances, nonce) + (page.isStreamed ? asyncLoader(runtimeUrl, nonce) : ''),
    bodyEnd:
      // Beside the elements that need it, because a navigation shows the body first.
      (needsData ? bootstrap : '') +
      page.scripts +
      mapElement(page.instances, modules, 'fw-islands', nonce) +
      // The loader may have run before the list arrived, and a slow part must not delay the islands before it.
      (page.isStreamed ? `<script${nonce}>_$HY.fe()</script>` : ''),
  }
}

/**
 * Returns the elements before a late part with islands.
 *
 * @param known Number of earlier parts of the page with islands.
 */
export function writeLateIslandAssets(page: Omit<IslandPage, 'scripts' | 'isStreamed'>, known: number): string {
  if (page.instances.length === 0) return ''
  const nonce = writeNonce(page.nonce)
  const { modules, runtimeUrl } = requireModules(page)
  const id = known === 0 ? 'fw-islands' : `fw-islands-${known}`
  const start = known === 0 ? asyncLoader(runtimeUrl, nonce) : ''
  return styleElements(page.instances, nonce, known > 0) + start + mapElement(page.instances, modules, id, nonce)
}

function requireModules({ instances, modules, runtimeUrl }: Omit<IslandPage, 'scripts' | 'isStreamed'>) {
  if (modules === undefined || runtimeUrl === undefined)
    throw new Error(
      `The page has islands (${instances.map(({ name }) => name).join(', ')}), but the server got no islandModules or runtimeUrl. Build the app with fw build, or pass both options.`,
    )
  return { modules, runtimeUrl }
}

/** Writes the style elements. Their content is the framework's own and can't close the element. */
function styleElements(instances: readonly IslandInstance[], nonce: string, isLater = false): string {
  const own = instances.flatMap(({ styles = [] }) => styles.map(({ id, text }) => [id, text] as const))
  const styles = new Map(isLater ? own : [['fw-island-style', STYLE], ...own])
  return [...styles].map(([id, text]) => `<style id="${id}"${nonce}>${text}</style>`).join('')
}

function asyncLoader(url: string, nonce: string): string {
  return `<script type="module" async${nonce} src="${escapeHtml(url)}"></script>`
}

/** Writes the map of islands for the browser: the URLs of their modules and the names of their components. */
function mapElement(instances: readonly IslandInstance[], modules: IslandModules, id: string, nonce: string): string {
  const used = new Map(instances.map((instance) => [instance.component, instance.name]))
  const chunks = [...new Set([...used.keys()].map(getChunk))]
  const map = {
    m: Object.fromEntries(chunks.flatMap((chunk) => listModules(chunk, modules))),
    n: Object.fromEntries(used),
    h: toPath(modules.hydrate),
  }
  return `<script type="application/json" id="${id}"${nonce}>${scriptJson(map)}</script>`
}

/** Returns a path without its slash: the browser adds it to the origin of the page. */
function toPath(url: string): string {
  return url.slice(1)
}

function listModules(chunk: string, modules: IslandModules): [name: string, path: string][] {
  const renderer = modules.renderers?.[chunk]
  return [
    [chunk, toPath(getModuleUrl(chunk, modules))],
    ...(renderer === undefined ? [] : [[`${chunk}*`, toPath(renderer)] as [string, string]]),
  ]
}

function getModuleUrl(chunk: string, modules: IslandModules): string {
  const url = modules.modules[chunk]
  if (url === undefined)
    throw new Error(`The build knows no browser module for the island chunk "${chunk}". Run fw build again.`)
  return url
}
