/**
 * The plugin that carries causes of calls into deferred browser code. Modules that can't reach a guarded call stay
 * unchanged.
 */
import type { Plugin } from 'vite'
import { isAppSource } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'
import { ISLAND } from '../client-entries.ts'
import { findPackageFolders } from '../externals.ts'
import { carryCauses, LEAVES_FOR_LATER } from './carry-causes.ts'
import { type Bundler, type Entry, findGuardedFiles } from './guarded-files.ts'
import { CLIENT_ENTRY } from './virtual-modules.ts'

/**
 * Runs last, since it reads JavaScript, and for the browser only. Dev has no entries, so that every module counts as
 * one that reaches a guarded call.
 */
export function causesPlugin(app: AppSource): Plugin {
  let own: readonly string[] | undefined
  let inputs: readonly string[] = []
  let guarded: Promise<ReadonlySet<string>> | undefined
  const isCarried = async (bundler: Bundler, id: string) => {
    if (app.dev) return true
    guarded ??= readEntries(app, inputs).then((entries) => findGuardedFiles(bundler, app.paths, entries))
    const files = await guarded
    // Packages that the app imports may call back into the app.
    return isAppSource(app.paths, id) ? files.has(id) : files.size > 0
  }
  return {
    name: 'fw:causes',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart({ input }) {
      // `fw dev` has no input.
      inputs = Object.values(input ?? {})
      guarded = undefined
    },
    transform: {
      filter: { id: { include: /\.[cm]?[jt]sx?(?:\?|$)/, exclude: [/^\0/, VITE] }, code: LEAVES_FOR_LATER },
      async handler(code, id) {
        own ??= findPackageFolders(app.paths.root, EXCLUDED)
        const file = id.replace(/\?.*$/, '')
        if (own.some((folder) => file.startsWith(`${folder}/`)) || !(await isCarried(this, file))) return null
        const isPackage = !isAppSource(app.paths, file)
        return carryCauses({ code, file, isPackage }, this.parse(code)) ?? null
      },
    },
  }
}

/** The runtime carries causes itself, and Solid is in the files of pages without guarded calls. */
const EXCLUDED = ['@fw/runtime', 'solid-js']

/** In dev the browser loads Vite's client first: importing the runtime in it would be circular. */
const VITE = /[\\/]node_modules[\\/]vite[\\/]/

function readEntries(app: AppSource, inputs: readonly string[]): Promise<readonly Entry[]> {
  const readCode = async (id: string) => {
    if (id.startsWith(ISLAND)) return app.island(id.slice(ISLAND.length))
    return id === CLIENT_ENTRY ? app.clientEntry() : ''
  }
  return Promise.all(inputs.map(async (id) => ({ id: `${app.paths.root}/index.js`, code: await readCode(id) })))
}
