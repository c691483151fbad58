/** Finds the files that a browser loads (islands, the client entry, and their imports), and server code among them. */

import { createSpan } from '#diagnostic/code-frame.ts'
import type { ComponentModel, Diagnostic, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { resolve } from '#slash-path.ts'
import type { AppReader } from '../app-reader.ts'
import type { ResolveImport } from './resolve-import.ts'
import { readSecrets, type SecretPlace } from './secrets.ts'
import { isApiModule, isRouteFile, isServerBuiltin, type ServerPlaces, serverOnlyReason } from './server-only.ts'
import { getTree, readOnce } from './tree-cache.ts'
import { type RouteProblem, trimRoute } from './trim-route.ts'
import { listBoundExports, readModuleUrls, readValueImports } from './value-imports.ts'
import { toProjectPath } from './workspace-files.ts'

/** Server-only code in a file that a browser loads. */
export interface ServerCodeFact {
  readonly problem: 'module' | 'builtin' | 'secret' | 'route' | 'file'
  /** The file, the module, `process.env.X`, or the export of a route file. */
  readonly name: string
  /** For `module` and `file`: why it isn't allowed, as the end of a sentence. For `route`: the file. */
  readonly reason: string
  readonly span: SourceSpan
  /** The imports through which a browser loads the code, from the first file on. */
  readonly chain: NonNullable<Diagnostic['related']>
}

/** An import of an api module, by its file relative to the root. */
interface ApiImport {
  readonly file: string
  readonly span: SourceSpan
}

export interface ClientGraph {
  readonly serverCode: readonly ServerCodeFact[]
  /** Imports of api modules, which need a server. */
  readonly apiImports: readonly ApiImport[]
  /** Files that browser code imports; an island file is included only if another file imports it. */
  readonly imported: ReadonlySet<string>
  /** All of the app's own files in the browser, islands included, in the order of discovery. */
  readonly files: readonly string[]
}

interface ClientGraphOptions {
  readonly serverDir: string
  readonly routesDir: string
  readonly websocket: string
  readonly agent: string
  /** Relative to the root, if it exists. */
  readonly clientEntry: string | undefined
  readonly components: readonly ComponentModel[]
  readonly resolveImport: ResolveImport
}

type Step = NonNullable<ServerCodeFact['chain']>[number]

/** A file that a browser loads. */
interface LoadedFile {
  readonly file: string
  /** Exports that it loads, of a route file. */
  readonly names?: readonly string[]
  readonly chain: readonly Step[]
}

export function analyzeClientGraph(reader: AppReader, options: ClientGraphOptions): ClientGraph {
  const { root } = reader
  const at = (path: string) => resolve(root, path)
  const places = {
    root,
    serverDir: at(options.serverDir),
    routesDir: at(options.routesDir),
    websocketFile: at(options.websocket),
    agentFile: at(options.agent),
  }
  const loaded = new Map<string, LoadedFile>()
  const load = (next: LoadedFile): void => {
    const key = next.names === undefined ? next.file : `${next.file}?${next.names.join()}`
    if (!loaded.has(key)) loaded.set(key, next)
  }
  for (const { file, name, island } of options.components)
    if (island) load({ file, chain: [{ message: `${file} contains the island ${name}.` }] })
  const { clientEntry } = options
  if (clientEntry !== undefined)
    load({ file: clientEntry, chain: [{ message: `${clientEntry} is the client entry.` }] })
  const imported = new Set<string>()
  const serverCode: ServerCodeFact[] = []
  const apiImports: ApiImport[] = []
  // A Map is iterated in insertion order, including entries that are added meanwhile: breadth first.
  for (const { file, names, chain } of loaded.values()) {
    const source = names === undefined ? readOnce(reader, file, readSource) : readRoute(reader, file, names)
    if (source === undefined) continue
    const span = ({ start, end }: Pick<SecretPlace, 'start' | 'end'>) => createSpan(file, source.text, start, end)
    for (const problem of source.problems ?? [])
      serverCode.push({ problem: 'route', name: problem.name, reason: file, span: span(problem), chain })
    for (const secret of source.secrets)
      serverCode.push({ problem: 'secret', name: secret.name, reason: '', span: span(secret), chain })
    for (const one of source.urls) {
      const target = options.resolveImport(one.specifier, file)
      const found =
        target === undefined ? undefined : refusal(places, one.specifier, `${toProjectPath(root, target)}?url`)
      if (found !== undefined) serverCode.push({ ...found, name: target ?? one.specifier, span: span(one), chain })
      else if (one.isWorker && target !== undefined)
        load({ file: target, chain: [...chain, { message: `${file} starts the worker ${target}.`, span: span(one) }] })
    }
    for (const one of source.imports) {
      const target = options.resolveImport(one.specifier, file)
      const found = refusal(places, one.specifier, target && toProjectPath(root, target) + getQuery(one.specifier))
      if (found !== undefined) {
        serverCode.push({ ...found, name: target ?? one.specifier, span: span(one), chain })
        continue
      }
      if (target === undefined || !/\.[cm]?[jt]sx?$/.test(target)) continue
      if (isApiModule(places, toProjectPath(root, target))) {
        const whole = span({ start: one.from, end: one.end })
        apiImports.push({ file: target, span: whole })
        continue
      }
      imported.add(target)
      const next = { file: target, chain: [...chain, importStep(file, target, span(one))] }
      load(isRouteFile(places, toProjectPath(root, target)) ? { ...next, names: listBoundExports([one]) } : next)
    }
  }
  return { serverCode, apiImports, imported, files: [...new Set([...loaded.values()].map(({ file }) => file))] }
}

function importStep(file: string, target: string, span: SourceSpan): Step {
  return { message: `${file} imports ${target}.`, span }
}

function refusal(
  places: ServerPlaces,
  specifier: string,
  target: string | undefined,
): Pick<ServerCodeFact, 'problem' | 'reason'> | undefined {
  if (target === undefined && isServerBuiltin(specifier)) return { problem: 'builtin', reason: '' }
  const reason = serverOnlyReason(places, target ?? specifier)
  return reason === undefined ? undefined : { problem: 'module', reason }
}

function getQuery(specifier: string): string {
  return /\?.*$/.exec(specifier)?.[0] ?? ''
}

interface ClientSource {
  readonly text: string
  readonly imports: ReturnType<typeof readValueImports>
  readonly urls: ReturnType<typeof readModuleUrls>
  readonly secrets: readonly SecretPlace[]
  readonly problems?: readonly RouteProblem[]
}

function readSource(tsModule: typeof ts, file: ts.SourceFile): ClientSource {
  return {
    text: file.text,
    imports: readValueImports(tsModule, file),
    urls: readModuleUrls(tsModule, file),
    secrets: readSecrets(tsModule, file),
  }
}

/** Reads only the code that a browser gets of a route file. */
function readRoute(reader: AppReader, file: string, names: readonly string[]): ClientSource | undefined {
  const tree = getTree(reader, file)
  if (tree === undefined) return undefined
  const { code, problems } = trimRoute(reader.ts, tree, names)
  return { ...readSource(reader.ts, reader.parse(file, code)), text: tree.text, problems }
}
