/**
 * For the server: a component that a module uses only with `client:only` is imported as `…?client-only=Chart`, which
 * loads the component's name without its code. See `jsx/client-only.ts`.
 */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { CLIENT_ONLY } from '#jsx/client-only-id.ts'
import { mayHoldComponents } from '#jsx/component-units.ts'
import { isAppSource } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'

const SPECIFIER = /\?client-only=[\w$,]+$/
/** Suffix of the Solid side of a React file. */
const HOSTED = '?fw-host'

export function clientOnly(app: AppSource): Plugin {
  return {
    name: 'fw:client-only',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      filter: { id: SPECIFIER },
      async handler(source, importer, options) {
        const at = source.lastIndexOf(CLIENT_ONLY)
        const resolved = await this.resolve(source.slice(0, at), importer, { ...options, skipSelf: true })
        if (resolved === null || !isAppSource(app.paths, resolved.id)) return resolved
        if (/\.[jt]sx$/.test(resolved.id) && (await holdsComponents(resolved.id)))
          return { ...resolved, id: resolved.id + source.slice(at) }
        const isHosted = resolved.id.endsWith(HOSTED)
        return isHosted ? { ...resolved, id: `${resolved.id}&${source.slice(at + 1)}` } : resolved
      },
    },
  }
}

/** Returns whether a module defines components. A module that only re-exports others is loaded unchanged. */
async function holdsComponents(file: string): Promise<boolean> {
  return mayHoldComponents({ code: await readFile(file, 'utf8'), file })
}

/** Returns the exports that an id requests, or `undefined` if it requests the whole module. */
export function readClientOnly(id: string): readonly string[] | undefined {
  return /[?&]client-only=([\w$,]+)$/.exec(id)?.[1]?.split(',')
}
