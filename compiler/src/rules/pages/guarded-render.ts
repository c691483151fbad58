import type { AppReader } from '#analyze/app-reader.ts'
import type { ResolveImport } from '#analyze/modules/resolve-import.ts'
import { isApiModule } from '#analyze/modules/server-only.ts'
import { readOnce } from '#analyze/modules/tree-cache.ts'
import { type RenderCall, type RenderModule, readRenderModule } from '#analyze/pages/render-functions.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { Diagnostic, RouteModel, SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

/** A call, during the render of a page, of a function that needs a user's approval. */
interface GuardedRenderFact {
  readonly tool: string
  readonly guard: 'confirm' | 'forbidden'
  readonly span: SourceSpan
  /** The path from the route to the function that makes the call. */
  readonly chain: NonNullable<Diagnostic['related']>
}

/** At run time such a call fails whenever an agent causes the render, because no caller could receive the proposal. */
export const guardedRender = createRule({
  code: 'guarded-render',
  number: 1101,
  severity: 'warning',
  title: 'Render calls a guarded function',
  messages: {
    call: 'The render of a page calls {tool}, which has the guard "{guard}". When an agent causes the render, the call throws `forbidden`, and the page fails for the agent. Call it from an event handler, an intent or a form. To show data, read it with a separate function that has the guard "auto".',
  },
  collect({ reader, outline, resolveImport, openFile }) {
    const { routesDir, serverDir, routes } = outline
    const found = findGuardedRenders(reader, { routesDir, serverDir, routes: routes.routes, resolveImport })
    return found.filter(({ span }) => openFile === undefined || span.file === openFile)
  },
  check(facts, report) {
    for (const { tool, guard, span, chain } of facts) report('call', { span, related: chain, data: { tool, guard } })
  },
})

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
function findGuardedRenders(reader: AppReader, options: GuardedRenderOptions): readonly GuardedRenderFact[] {
  const { root } = reader
  const readModule = (file: string) => readOnce(reader, file, readRenderModule)
  const findFunction = functionFinder(readModule, options.resolveImport)
  const places = { serverDir: `${root}/${options.serverDir}` }
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
