/**
 * Finds functions that need a user's approval (`confirm`, `forbidden`) and that rendering a page calls, also through
 * helpers.
 */

import { createSpan } from '#diagnostic/code-frame.ts'
import type { GuardedRenderFact } from '#diagnostic/facts.ts'
import type { RouteModel } from '#model.ts'
import type { AppReader } from '../app-reader.ts'
import type { ResolveImport } from '../modules/resolve-import.ts'
import { isApiModule } from '../modules/server-only.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { type RenderCall, type RenderModule, readRenderModule } from './render-functions.ts'

interface GuardedRenderOptions {
  readonly routesDir: string
  readonly serverDir: string
  readonly routes: readonly RouteModel[]
  readonly resolveImport: ResolveImport
}

/** A function of the app, by its file and its name in that file. */
interface Target {
  readonly file: string
  readonly name: string
}

type Chain = GuardedRenderFact['chain']

/** Exports of a route module that run whenever the page renders. */
const ENTRIES = ['default', 'meta']

/** Returns each call once, with the path from the first route that reaches it. */
export function findGuardedRenders(reader: AppReader, options: GuardedRenderOptions): readonly GuardedRenderFact[] {
  const { root } = reader
  const readModule = (file: string) => readOnce(reader, file, readRenderModule)
  const findFunction = functionFinder(readModule, options.resolveImport)
  const places = { root, serverDir: `${root}/${options.serverDir}`, websocketFile: '' }
  const found: GuardedRenderFact[] = []
  const reached = new Map<string, readonly [Target, Chain]>()
  const reach = (target: Target, chain: Chain): void => {
    const key = `${target.file}\n${target.name}`
    if (!reached.has(key)) reached.set(key, [target, chain])
  }
  for (const route of options.routes) {
    const file = `${options.routesDir}/${route.filePath}`
    for (const name of ENTRIES) {
      const target = findFunction({ file, name })
      if (target !== undefined) reach(target, [{ message: describeRoute(file, route) }])
    }
  }
  // A Map is iterated in insertion order, including entries that are added meanwhile: breadth first.
  for (const [{ file, name }, chain] of reached.values()) {
    const source = readModule(file)
    if (source === undefined) continue
    for (const call of source.functions.get(name)?.calls ?? []) {
      const target = findFunction(toTarget(file, source, call, options.resolveImport))
      if (target === undefined) continue
      const span = createSpan(file, source.text, call.start, call.end)
      const isApi = isApiModule(places, `${root}/${target.file}`)
      const guard = isApi ? readModule(target.file)?.functions.get(target.name)?.guard : undefined
      if (guard === 'confirm' || guard === 'forbidden')
        found.push({ tool: `api.${moduleName(target.file)}.${target.name}`, guard, span, chain })
      else reach(target, [...chain, { message: describeCall(file, target.name, call), span }])
    }
  }
  return found
}

function describeRoute(file: string, { kind, pattern }: RouteModel): string {
  if (kind === 'page') return `${file} renders the page ${pattern}.`
  return kind === 'layout' ? `${file} renders a layout.` : `${file} renders an error page.`
}

function describeCall(file: string, name: string, { local, isElement }: RenderCall): string {
  const called = name === 'default' ? local : name
  return isElement ? `${file} renders <${called}>.` : `${file} calls ${called}().`
}

/** Returns `shop` for `src/server/shop.api.ts`. */
function moduleName(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.api\.ts$/, '')
}

function toTarget(
  file: string,
  { imports }: RenderModule,
  { local, member }: RenderCall,
  resolveImport: ResolveImport,
): Target | undefined {
  const found = imports.find(({ names }) => names.has(local))
  if (found === undefined) return member === undefined ? { file, name: local } : undefined
  const imported = found.names.get(local)
  const target = resolveImport(found.specifier, file)
  const name = imported === '*' ? member : member === undefined ? imported : undefined
  return target === undefined || name === undefined ? undefined : { file: target, name }
}

type FindFunction = (target: Target | undefined) => Target | undefined

/** Resolves a name to its function, through modules that only re-export it. */
function functionFinder(
  readModule: (file: string) => RenderModule | undefined,
  resolveImport: ResolveImport,
): FindFunction {
  const find = ({ file, name }: Target, visited: ReadonlySet<string>): Target | undefined => {
    const key = `${file}\n${name}`
    const source = visited.has(key) ? undefined : readModule(file)
    if (source === undefined) return undefined
    const next = new Set([...visited, key])
    const findIn = (specifier: string, exported: string): Target | undefined => {
      const target = resolveImport(specifier, file)
      return target === undefined ? undefined : find({ file: target, name: exported }, next)
    }
    const exported = source.exports.get(name)
    if (exported?.specifier !== undefined) return findIn(exported.specifier, exported.name)
    const local = exported?.name ?? name
    if (source.functions.has(local)) return { file, name: local }
    const imported = source.imports.find(({ names }) => names.has(local))
    if (imported !== undefined) return findIn(imported.specifier, imported.names.get(local) ?? local)
    for (const specifier of source.stars) {
      const found = name === 'default' ? undefined : findIn(specifier, name)
      if (found !== undefined) return found
    }
    return undefined
  }
  return (target) => target && find(target, new Set())
}
