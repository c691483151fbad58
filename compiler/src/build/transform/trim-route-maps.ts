/**
 * Removes the server's code from the source maps of browser files. An island may import a component or a constant from the
 * file of a page: the bundler drops the rest of this file, such as queries and keys, but its source map contains all of it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { isRecord } from '@fw/runtime/contract'
import type { Plugin } from 'vite'
import type { parseModule } from '#emit/parse-module.ts'
import type { AppSource } from '../app-source.ts'
import { listMappedPlaces, type SourceMap, toOffsets } from './source-map.ts'

export function trimRouteMaps(app: Pick<AppSource, 'paths'>): Plugin {
  return {
    name: 'fw:trim-route-maps',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = app.paths.clientOut }, bundle) {
      const { routesDir } = app.paths
      for (const name of Object.keys(bundle).filter((file) => file.endsWith('.map'))) {
        const file = join(dir, name)
        const { parseModule } = await import('#emit/parse-module.ts')
        const map: unknown = JSON.parse(await readFile(file, 'utf8'))
        // An asset of the app may have the same ending.
        if (isRecord(map) && trimSources(map as unknown as SourceMap, dirname(file), routesDir, parseModule))
          await writeFile(file, JSON.stringify(map))
      }
    },
  }
}

/** Trims the route files in a map, in place. Returns whether it has any. */
function trimSources(
  { sources = [], sourcesContent = [], mappings }: SourceMap,
  from: string,
  routes: string,
  parse: typeof parseModule,
): boolean {
  const indexes = [...sources.keys()].filter((index) => isBelow(resolve(from, sources[index] ?? ''), routes))
  if (indexes.length === 0) return false
  const places = listMappedPlaces(mappings)
  for (const index of indexes) {
    const code = sourcesContent[index]
    if (typeof code === 'string')
      sourcesContent[index] = trimCode(code, sources[index] ?? '', toOffsets(code, places.get(index) ?? []), parse)
  }
  return true
}

/** Returns the code with blanks in place of all statements of the module without a mapped offset, and of comments. */
function trimCode(code: string, source: string, offsets: readonly number[], parse: typeof parseModule): string {
  let trimmed = ''
  for (const [start, end] of listStatements(code, source, parse)) {
    if (!offsets.some((offset) => offset >= start && offset < end)) continue
    trimmed += blank(code.slice(trimmed.length, start)) + code.slice(start, end)
  }
  return trimmed + blank(code.slice(trimmed.length))
}

/** Returns the ranges of the statements of a module that can have code of their own, which imports don't have. */
function listStatements(
  code: string,
  source: string,
  parse: typeof parseModule,
): readonly (readonly [start: number, end: number])[] {
  try {
    const { body, offset } = parse(code, source.replace(/\?.*$/, ''))
    return body
      .filter(({ type }) => type !== 'ImportDeclaration')
      .map(({ span }) => [offset(span.start), offset(span.end)] as const)
  } catch {
    // Another language, as of a plugin of the app: the map then has no content for this file.
    return []
  }
}

function blank(code: string): string {
  return code.replace(/[^\n\r]/g, ' ')
}

function isBelow(file: string, folder: string): boolean {
  const path = relative(folder, file)
  return path !== '' && !path.startsWith('..')
}
