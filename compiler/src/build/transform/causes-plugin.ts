/**
 * The plugin that carries causes of calls into deferred browser code. Modules that can't reach a guarded call stay
 * unchanged.
 */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { isBelow } from '#slash-path.ts'
import { isAppSource } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'
import { ISLAND } from '../client-entries.ts'
import { findPackageFolders, readManifest } from '../externals.ts'
import { carryCauses, isEsModule, LEAVES_FOR_LATER } from './carry-causes.ts'
import { type Bundler, type Entry, findGuardedFiles, hasGuardedCode, type Reach } from './guarded-files.ts'
import { STYLESHEET } from './style-graph.ts'
import { CLIENT_ENTRY } from './virtual-modules.ts'

interface CausesOptions {
  /**
   * Whether the app has plugins of its own, which may add imports that the sources don't contain: if the app contains a guarded
   * call, every module then counts as one that reaches it.
   */
  readonly hasPlugins: boolean
}

/**
 * Runs last, since it reads JavaScript, and for the browser only. Dev has no entries, so that every module counts as
 * one that reaches a guarded call.
 */
export function causesPlugin(app: AppSource, { hasPlugins }: CausesOptions): Plugin {
  let own: readonly string[] | undefined
  let inputs: readonly string[] = []
  let guarded: Promise<ReadonlySet<string>> | undefined
  let isGuarded: Promise<boolean> | undefined
  let mayAddImports = hasPlugins
  const isCarried = async (bundler: Bundler, id: string) => {
    if (app.dev) return true
    if (mayAddImports) {
      isGuarded ??= hasGuardedCode(createReach(app))
      return isGuarded
    }
    guarded ??= readEntries(app, inputs).then((entries) => findGuardedFiles(bundler, createReach(app), entries))
    const files = await guarded
    // Packages that the app imports may call back into the app.
    return isAppSource(app.paths, id) ? files.has(id) : files.size > 0
  }
  return {
    name: 'fw:causes',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved({ plugins }) {
      mayAddImports ||= plugins.some(({ name }) => !KNOWN_PLUGIN.test(name))
    },
    buildStart({ input }) {
      // `fw dev` has no input.
      inputs = Object.values(input ?? {})
      guarded = undefined
      isGuarded = undefined
    },
    transform: {
      // Includes modules of other languages and modules that plugins of the app create.
      filter: { id: { exclude: [/^\0(?!virtual:)/, VITE, STYLESHEET] }, code: LEAVES_FOR_LATER },
      async handler(code, id) {
        own ??= findPackageFolders(app.paths.root, EXCLUDED)
        const file = id.replace(/\?.*$/, '')
        if (own.some((folder) => isBelow(folder, file)) || !(await isCarried(this, file))) return null
        const isPackage = !isAppSource(app.paths, file)
        const program = this.parse(code)
        const usesCommonJs = !app.dev && (await importsCommonJs(this, program, id))
        return carryCauses({ code, file, isPackage, usesCommonJs }, program) ?? null
      },
    },
  }
}

/** Names of the plugins of Vite and of the framework. With "vite build", a configuration may contain others. */
const KNOWN_PLUGIN = /^(?:fw(?::|$)|vite:|builtin:|native:|alias$|solid$)/

const RUNTIME = '@fw/runtime'
/** The runtime carries causes itself, and Solid is in the files of pages without guarded calls. */
const EXCLUDED = [RUNTIME, 'solid-js']

/** In dev the browser loads Vite's client first: importing the runtime in it would be circular. */
const VITE = /[\\/]node_modules[\\/]vite[\\/]/

function readEntries(app: AppSource, inputs: readonly string[]): Promise<readonly Entry[]> {
  const readCode = async (id: string) => {
    if (id.startsWith(ISLAND)) return app.island(id.slice(ISLAND.length))
    return id === CLIENT_ENTRY ? app.clientEntry() : ''
  }
  return Promise.all(inputs.map(async (id) => ({ id: `${app.paths.root}/index.js`, code: await readCode(id) })))
}

/** Only packages that use the runtime can define a guarded call. Those of the workspace are outside of `node_modules`. */
function createReach({ paths: { root, serverDir, clientOut, serverOut } }: AppSource): Reach {
  const skipped = [...findPackageFolders(root, EXCLUDED), clientOut, serverOut]
  const users = new Map<string, boolean>()
  const mayBeGuarded = (file: string) => {
    if (skipped.some((folder) => isBelow(folder, file))) return false
    const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? []
    if (folder === undefined) return true
    const usesRuntime = users.get(folder) ?? dependsOnRuntime(folder)
    users.set(folder, usesRuntime)
    return usesRuntime
  }
  return { root, serverDir, mayBeGuarded }
}

function dependsOnRuntime(folder: string): boolean {
  try {
    const { dependencies, peerDependencies } = readManifest(`${folder}/package.json`)
    return RUNTIME in { ...dependencies, ...peerDependencies }
  } catch {
    // Not the folder of a package.
    return false
  }
}

/** Whether a module imports a package in CommonJS. Dev serves packages as ES modules. */
async function importsCommonJs(bundler: ModuleReader, program: object, importer: string): Promise<boolean> {
  for (const source of listSources(program)) {
    const found = await bundler.resolve(source, importer)
    const file = found?.id.replace(/\?.*$/, '') ?? ''
    if (!/\/node_modules\/.*\.c?js$/.test(file) || VITE.test(file)) continue
    try {
      if (!isEsModule(bundler.parse(await readFile(file, 'utf8')))) return true
    } catch {
      // A file that can't be read or parsed is reported by the bundler.
    }
  }
  return false
}

/** The part of a plugin's context that reads modules. */
interface ModuleReader {
  resolve(source: string, importer: string): Promise<{ readonly id: string } | null>
  parse(code: string): object
}

function listSources(program: object): readonly string[] {
  const { body } = program as { readonly body: readonly { readonly source?: { readonly value?: unknown } | null }[] } // ESTree
  return body.flatMap(({ source }) => (typeof source?.value === 'string' ? [source.value] : []))
}
