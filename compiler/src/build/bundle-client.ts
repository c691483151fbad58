/** The browser half of a build: hashed files with hidden source maps, and their URLs. */
import type { EnvironmentOptions, Rolldown, ViteBuilder } from 'vite'
import type { AppModel } from '../model.ts'
import { type AppPaths, getClientEntry } from './app-paths.ts'
import type { AppAssets } from './app-source.ts'
import {
  FORMS,
  HYDRATE,
  islandEntryId,
  islandFiles,
  LIVE,
  LIVE_WITH_ISLANDS,
  LOADER,
  NAVIGATION,
  REACT,
} from './client-entries.ts'
import { BROWSER_CHUNKS, BROWSER_OPTIMIZATION } from './transform/browser-chunks.ts'
import { CLIENT_ENTRY } from './transform/virtual-modules.ts'
import { CONDITIONS } from './vite/vite-config.ts'

/** One emitted script with its imports. */
interface ClientChunk {
  readonly fileName: string
  readonly code: string
  /** Static imports, as file names. */
  readonly imports: readonly string[]
  /** Returns the ids of its modules, with the lengths of their code before minification. */
  modules(): ReadonlyMap<string, number>
}

export interface ClientBundle {
  readonly assets: AppAssets
  /** Scripts by file name. */
  readonly chunks: ReadonlyMap<string, ClientChunk>
  /** Names of the entries -> file name. */
  readonly entries: ReadonlyMap<string, string>
  /** All files whose name contains a hash of their content. */
  readonly hashed: readonly string[]
}

/** Returns the entries of the browser bundle by their names in the output. Empty for an app without browser files. */
export function clientInputs(model: AppModel, paths: AppPaths): Record<string, string> {
  const islands = islandFiles(model.components)
  const inputs: Record<string, string> = {}
  const entry = getClientEntry(paths, model.config)
  if (islands.length > 0) Object.assign(inputs, { loader: LOADER, hydrate: HYDRATE })
  if (entry !== undefined) inputs.client = CLIENT_ENTRY
  if ((islands.length > 0 || entry !== undefined) && model.config.navigation?.spa !== false)
    inputs.navigation = NAVIGATION
  if (islands.length > 0 || entry !== undefined) inputs.forms = FORMS
  const isLive = model.routes.some(({ live }) => live !== undefined)
  if (isLive) inputs.live = islands.length > 0 ? LIVE_WITH_ISLANDS : LIVE
  if (islands.some(({ renderer }) => renderer === 'react')) inputs.react = REACT
  for (const { chunk } of islands) inputs[`island-${chunk}`] = islandEntryId(chunk)
  return inputs
}

/** Returns the Vite options of the client environment in a build. */
export function clientBuildOptions(paths: AppPaths, inputs: Record<string, string>): EnvironmentOptions {
  return {
    consumer: 'client',
    resolve: { conditions: [...CONDITIONS.client] },
    build: {
      outDir: paths.clientOut,
      emptyOutDir: true,
      // See copy-public.ts.
      copyPublicDir: false,
      cssCodeSplit: false,
      sourcemap: 'hidden',
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { bundlerTimings: false, moduleLevelDirective: false },
        input: inputs,
        // Islands are imported by name at run time: their exports must survive.
        preserveEntrySignatures: 'allow-extension',
        optimization: BROWSER_OPTIMIZATION,
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          codeSplitting: BROWSER_CHUNKS,
        },
      },
    },
  }
}

/** Builds the browser files and returns their URLs. `inputs` must not be empty. */
export async function bundleClient(builder: ViteBuilder, model: AppModel): Promise<ClientBundle> {
  const environment = builder.environments.client
  if (environment === undefined) throw new Error('The Vite configuration has no client environment.')
  const output = (await builder.build(environment)) as Rolldown.RolldownOutput // one output, and no watch mode
  const chunks = new Map<string, ClientChunk>()
  const entries = new Map<string, string>()
  for (const item of output.output) {
    if (item.type === 'chunk') {
      const modules = () =>
        new Map(Object.entries(item.modules).map(([id, { renderedLength }]) => [id, renderedLength]))
      chunks.set(item.fileName, { fileName: item.fileName, code: item.code, imports: item.imports, modules })
      if (item.isEntry) entries.set(item.name, item.fileName)
    }
  }
  const hashed = output.output.map(({ fileName }) => fileName).filter((name) => !name.endsWith('.map'))
  return { assets: toAssets(model, entries, chunks), chunks, entries, hashed }
}

function toAssets(
  model: AppModel,
  entries: ReadonlyMap<string, string>,
  chunks: ReadonlyMap<string, ClientChunk>,
): AppAssets {
  const url = (name: string): string | undefined => {
    const file = entries.get(name)
    return file === undefined ? undefined : `/${file}`
  }
  const hydrate = url('hydrate')
  /** Preloading a file's imports, including indirect ones, saves the browser from discovering them one by one. */
  const listPreloads = (file: string): readonly string[] =>
    importClosure(chunks, [file])
      .slice(1)
      .map((name) => `/${name}`)
  const modules: Record<string, string> = {}
  const names: Record<string, string> = {}
  const renderers: Record<string, string> = {}
  const preload: Record<string, readonly string[]> =
    hydrate === undefined ? {} : { hydrate: listPreloads(hydrate.slice(1)) }
  for (const island of islandFiles(model.components)) {
    const file = entries.get(`island-${island.chunk}`)
    if (file === undefined) throw new Error(`The client bundle has no file for the islands of ${island.file}.`)
    modules[island.chunk] = `/${file}`
    preload[island.chunk] = listPreloads(file)
    const renderer = island.renderer && url(island.renderer)
    if (renderer !== undefined) {
      renderers[island.chunk] = renderer
      preload[renderer] = listPreloads(renderer.slice(1))
    }
    for (const { id, name } of island.islands) names[id] = name
  }
  return {
    islandModules:
      hydrate === undefined
        ? undefined
        : {
            modules,
            names,
            hydrate,
            preload,
            ...(Object.keys(renderers).length > 0 && { renderers }),
            ...(model.i18n && { messages: model.i18n.islandMessages }),
          },
    runtimeUrl: url('loader'),
    clientEntryUrl: url('client'),
    navigationUrl: url('navigation'),
    formsUrl: url('forms'),
    liveUrl: url('live'),
  }
}

/** Returns the given files and all their static imports, each once, in import order. */
export function importClosure(chunks: ReadonlyMap<string, ClientChunk>, files: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const visit = (file: string): void => {
    const chunk = chunks.get(file)
    if (found.has(file) || chunk === undefined) return
    found.add(file)
    chunk.imports.forEach(visit)
  }
  files.forEach(visit)
  return [...found]
}
