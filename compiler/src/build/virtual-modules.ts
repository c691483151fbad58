/** The modules that exist only in memory: `fw:server`, `fw:client`, `fw:assets`, `fw:contracts/<module>`, `fw:codecs/<module>`, `fw:island/<chunk>`. */
import type { Plugin } from 'vite'
import type { AppSource } from './app-source.ts'

export const SERVER_ENTRY = 'fw:server'
export const CLIENT_ENTRY = 'fw:client'
export const ASSETS = 'fw:assets'
const CONTRACTS = 'fw:contracts/'
const CODECS = 'fw:codecs/'

/** The id of a virtual module in Vite's graph. */
export function resolvedId(id: string): string {
  return `\0${id}`
}

/** The id of the contracts of an api module. */
export function contractsId(module: string): string {
  return CONTRACTS + module
}

export function codecsId(module: string): string {
  return CODECS + module
}

/** Serves the virtual modules; `extra` are further ones of the caller, by id. */
export function virtualModules(app: AppSource, extra: Readonly<Record<string, () => string>> = {}): Plugin {
  return {
    name: 'fw:virtual-modules',
    enforce: 'pre',
    resolveId: { filter: { id: /^fw:/ }, handler: (id) => resolvedId(id) },
    load: {
      filter: { id: /^\0fw:/ },
      handler: async (resolved) => {
        const id = resolved.slice(1)
        const own = extra[id]
        if (own !== undefined) return own()
        if (id === SERVER_ENTRY) return app.serverEntry()
        if (id === CLIENT_ENTRY) return app.clientEntry()
        if (id === ASSETS) return app.assets()
        if (id.startsWith(CONTRACTS)) return app.contracts(id.slice(CONTRACTS.length))
        if (id.startsWith(CODECS)) return app.codecs(id.slice(CODECS.length))
        return null
      },
    },
  }
}
