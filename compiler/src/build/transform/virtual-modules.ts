/**
 * The modules that exist only in memory: `fw:server`, `fw:target`, `fw:client`, `fw:assets`, `fw:env`, `fw:channels`,
 * `fw:skills`, `fw:listed`, `fw:contracts/<module>`, `fw:codecs/<module>`, `fw:sources/<chunk>`, `fw:tools/<chunk>`, `fw:island/<chunk>`.
 */
import type { Plugin } from 'vite'
import type { Side } from '#emit/page-contracts.ts'
import { LISTED_CONTRACTS, sourcesId, toolsId } from '#jsx/contract-names.ts'
import { resolve } from '#slash-path.ts'
import type { AppSource } from '../app-source.ts'
import { emitServerBundle, SERVER_BUNDLE } from '../bundle-server.ts'
import { STYLES } from '../bundle-styles.ts'
import { BROWSER_ENTRIES, ISLAND } from '../client-entries.ts'
import { findBuildTarget, TARGET_ENTRY } from '../targets/find-target.ts'

export const SERVER_ENTRY = 'fw:server'
export const CLIENT_ENTRY = 'fw:client'
const ASSETS = 'fw:assets'
export const ENV = 'fw:env'
export const CHANNELS = 'fw:channels'
export const SKILLS = 'fw:skills'
const CONTRACTS = 'fw:contracts/'
const CODECS = 'fw:codecs/'
const SOURCES = sourcesId('')
const TOOLS = toolsId('')

/** Returns the id of a virtual module in Vite's graph. */
export function toResolvedId(id: string): string {
  return `\0${id}`
}

/** Returns the id of an api module's contracts. */
export function contractsId(module: string): string {
  return CONTRACTS + module
}

/**
 * Serves the virtual modules. Relative imports of generated entries are resolved from `.fw/`, which contains copies of
 * them.
 */
export function virtualModules(app: AppSource): Plugin {
  return {
    name: 'fw:virtual-modules',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (id.startsWith('fw:')) return toResolvedId(id)
      if (importer === toResolvedId(CLIENT_ENTRY)) {
        const file = await this.resolve(id, importer, { ...options, skipSelf: true })
        // The client entry is imported for its side effects, so `sideEffects: false` of the app doesn't apply to it.
        return file && { ...file, moduleSideEffects: true }
      }
      // The ids of stylesheets that plugins create are resolved already.
      if (id.startsWith('\0') && importer === toResolvedId(STYLES)) return id
      if (id.startsWith('.') && importer?.startsWith(toResolvedId('fw:')))
        return this.resolve(resolve(app.paths.generatedDir, id), undefined, { ...options, skipSelf: true })
      return null
    },
    load: {
      filter: { id: /^\0fw:/ },
      handler(id) {
        return loadVirtual(app, id.slice(1), this.environment.name === 'client' ? 'browser' : 'server')
      },
    },
  }
}

async function loadVirtual(app: AppSource, id: string, side: Side): Promise<string | null> {
  const rest = (prefix: string) => id.slice(prefix.length)
  if (id === SERVER_BUNDLE) return emitServerBundle(app.overrides)
  if (id === SERVER_ENTRY) return app.serverEntry()
  if (id === TARGET_ENTRY) return findBuildTarget(app.config)?.emitEntry(app) ?? null
  if (id === CLIENT_ENTRY) return app.clientEntry()
  if (id === ASSETS) return app.assets()
  if (id === ENV) return app.env()
  if (id === CHANNELS) return (await import('#emit/agent-modules.ts')).emitChannels(app.paths.root)
  if (id === SKILLS) return (await import('#emit/agent-modules.ts')).emitSkills(app.paths.root)
  if (id === STYLES) return app.styles()
  if (id === LISTED_CONTRACTS) return app.listedContracts()
  if (id.startsWith(CONTRACTS)) return app.contracts(rest(CONTRACTS))
  if (id.startsWith(CODECS)) return app.codecs(rest(CODECS))
  if (id.startsWith(SOURCES)) return app.contractSources(rest(SOURCES), side)
  if (id.startsWith(TOOLS)) return app.toolContracts(rest(TOOLS), side)
  if (id.startsWith(ISLAND)) return app.island(rest(ISLAND))
  return BROWSER_ENTRIES[id] ?? null
}
