/** The entry points of the browser bundle: loader and hydrate runtime, one module per island file, client entry, styles. */
import { getChunk } from '@fw/runtime/contract'
import { toProjectPath } from '../analyze/modules/workspace-files.ts'
import type { ComponentModel } from '../model.ts'

/** Names of the runtime's entries in the bundle. */
export const LOADER = 'fw:browser/loader'
export const HYDRATE = 'fw:browser/hydrate'
export const NAVIGATION = 'fw:browser/navigation'
/** Submits forms of apis. */
export const FORMS = 'fw:browser/forms'
/** Keeps live pages current. */
export const LIVE = 'fw:browser/live'
/** Keeps live pages current in an app with islands. */
export const LIVE_WITH_ISLANDS = 'fw:browser/live-with-islands'
/** Shows newer versions of live pages. Loaded with the first change of such a page. */
const LIVE_MERGE = 'fw:browser/live-merge'
/** The same for live pages with islands. */
const LIVE_VIEW = 'fw:browser/live-view'
/** Mounts React islands, without Solid. */
export const REACT = 'fw:browser/react'
/** Reloads a page whose files are gone, and restores its fields. Loaded when that is necessary. */
export const RELOAD = 'fw:browser/reload'
/** Prefix of island entries. */
export const ISLAND = 'fw:island/'

/** ESM of the runtime's browser entries. The loader doesn't import Solid; islands import it. */
export const BROWSER_ENTRIES: Readonly<Record<string, string>> = {
  [LOADER]: "import { boot } from '@fw/runtime/client'\nboot()\n",
  [HYDRATE]: "export { mountIsland } from '@fw/runtime/compiled'\n",
  [REACT]: "export { mountReactIsland as mountIsland } from '@fw/runtime/react'\n",
  [RELOAD]: "export { reloadPage, restoreFields } from '@fw/runtime/compiled'\n",
  [FORMS]: "import { startForms } from '@fw/runtime/compiled'\nstartForms()\n",
  [LIVE]: `import { startLivePage } from '@fw/runtime/compiled'\nstartLivePage(() => import('${LIVE_MERGE}'))\n`,
  [LIVE_WITH_ISLANDS]: `import { startLivePage } from '@fw/runtime/compiled'
startLivePage(() => import('${LIVE_MERGE}'), () => import('${LIVE_VIEW}'))
`,
  [LIVE_MERGE]: "export { showNewer } from '@fw/runtime/compiled'\n",
  [LIVE_VIEW]: "export { showNewerVersion as showNewer } from '@fw/runtime/compiled'\n",
  [NAVIGATION]: "import { startNavigation } from '@fw/runtime/compiled'\nstartNavigation()\n",
}

/** The islands of one source file, which share a chunk. */
interface IslandFile {
  readonly chunk: string
  /** Relative to the app root. */
  readonly file: string
  readonly islands: readonly ComponentModel[]
  /** The library that mounts them; absent for Solid. */
  readonly renderer?: ComponentModel['renderer']
}

/** Groups islands by file, ordered by path. */
export function islandFiles(components: readonly ComponentModel[]): readonly IslandFile[] {
  const byFile = new Map<string, ComponentModel[]>()
  for (const component of components) {
    if (!component.island) continue
    const found = byFile.get(component.file)
    if (found === undefined) byFile.set(component.file, [component])
    else found.push(component)
  }
  return [...byFile.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, islands]) => ({
      file,
      islands,
      chunk: getChunk(islands[0]?.id ?? ''),
      renderer: islands[0]?.renderer,
    }))
}

/** Returns the id of an island file's entry. */
export function islandEntryId(chunk: string): string {
  return ISLAND + chunk
}

/** Emits an island entry, which exports only the islands, so that the rest of the file can be tree-shaken. */
export function emitIslandEntry(island: IslandFile, root: string): string {
  const names = island.islands.map(({ exportName }) => exportName).sort()
  return `export { ${names.join(', ')} } from ${JSON.stringify(toProjectPath(root, island.file))}\n`
}
