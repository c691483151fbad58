/** JSX modules to JavaScript: what runs on the server, and what a browser loads for an island. */
import { createHash } from 'node:crypto'
import {
  type NodePath,
  type ParseResult,
  type PluginItem,
  type PluginObj,
  parseSync,
  type TransformOptions,
  transformFromAstSync,
  transformSync,
  traverse,
  types,
} from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { babelTypescript, htmlText, solidJsx } from './babel-presets.ts'
import { withBindings } from './bindings.ts'
import { classifyProgram } from './classify.ts'
import { dropBodies, exportOthers, splitClientOnly } from './client-only.ts'
import { mayHoldComponents, relativeFile } from './component-units.ts'
import { deferAsyncJsx } from './defer-async.ts'
import { findExports } from './exports.ts'
import { formActions } from './form-actions.ts'
import { declareFacts, factsReader, readStores } from './island-facts.ts'
import { acceptStatement, HOT_DOOR, type HotModule, hotShape, keepState, mayKeepState } from './keep-state.ts'
import { markElements } from './mark-elements.ts'
import { type NamingOptions, nameIntents } from './name-intents.ts'
import { readLinks, type WrittenLink } from './read-links.ts'
import { findRenderer } from './renderer.ts'
import { keepRun, splitIntents } from './split-intents.ts'
import { readRuns, type SplitProblem } from './split-runs.ts'
import { wrapIslands } from './wrap-islands.ts'

/** What the compiled code imports its runtime half from. */
const COMPILED_DOOR = '@fw/runtime/compiled'
/** The same in a browser. */
const CLIENT_DOOR = '@fw/runtime/client'
/** Part of every cache key: change it with the output. */
const FORMAT = '11'

/** A compiled JSX module. JSON-able, so that it can be kept on disk. */
export interface CompiledComponent {
  readonly code: string
  /** Source map, version 3, as JSON. */
  readonly map: string
  /** Every exported component, islands or not. */
  readonly components: readonly ComponentModel[]
  /** See `CompiledModule.shape`. */
  readonly shape?: CompiledModule['shape']
}

/** Keeps compiled modules by content hash; the key covers everything that the output depends on. */
export interface ComponentCache {
  get(key: string): CompiledComponent | undefined
  set(key: string, compiled: CompiledComponent): void
}

export interface CompileOptions {
  /** TypeScript or JavaScript source. */
  readonly code: string
  /** Absolute path of the module; a query is ignored. */
  readonly file: string
  /** Absolute path of the app. */
  readonly root: string
  /** `ssr`: every module. `dom`: islands and what they import. */
  readonly target: 'ssr' | 'dom'
  /** A file of the routes folder: never an island. */
  readonly route: boolean
  readonly dev: boolean
  /**
   * SSR only: the module is imported by an island, so its components need hydration markers. Modules with an island of
   * their own have them anyway. Default false.
   */
  readonly insideIsland?: boolean
  /** SSR only: the exports that pages use with `client:only`; the others and their code are left out. Default: all stay. */
  readonly only?: readonly string[] | undefined
  /** Whether intents get the contracts that were derived from their types. Default: no. */
  readonly contracts?: NamingOptions['contracts']
  /** In a browser: each intent's `run` becomes a file of its own. Default false. */
  readonly splitIntents?: boolean
  /** Islands tell the manifest what they show and do (`compiler.bindingMaps`). Default false. */
  readonly bindingMaps?: boolean
  /** Default: none. */
  readonly cache?: ComponentCache
}

export interface ModuleOptions {
  readonly code: string
  readonly file: string
  readonly root: string
  /** Default false. */
  readonly route?: boolean
  /** What elements read and call, shows and does, and descriptions. Default: not. */
  readonly bindingMaps?: boolean
}

/** What analysis reads in a module of components. */
export interface CompiledModule {
  readonly components: readonly ComponentModel[]
  readonly links: readonly WrittenLink[]
  /** What keeps the run of an intent from being a file of its own. */
  readonly splits: readonly SplitProblem[]
  /** What an edit has to leave as it is to be shown in place in development; undefined where none can be. */
  readonly shape?: readonly string[] | undefined
}

/** The exported components of a module, with the reasons that make an island of one. Throws Babel's error on bad syntax. */
export function classifyComponents(options: ModuleOptions): readonly ComponentModel[] {
  return readModule(options, () => []).components
}

/** The same with the links of the module, from one parse. What it says of each file last is kept for `compileComponent`. */
export function analyzeModule(options: ModuleOptions): CompiledModule {
  // Trees are large, and what is analysed may never be compiled.
  const { ast: _ast, ...module } = readModule(options, readLinks)
  analyzed.set(cleanFile(options.file), { options, module })
  return module
}

/** By file. A build analyses every module before it compiles it. */
const analyzed = new Map<string, { readonly options: ModuleOptions; readonly module: CompiledModule }>()

function knownModule(options: ModuleOptions): CompiledModule | undefined {
  const last = analyzed.get(cleanFile(options.file))
  if (last === undefined) return undefined
  const isSame =
    last.options.code === options.code &&
    last.options.root === options.root &&
    (last.options.route === true) === (options.route === true) &&
    (last.options.bindingMaps === true) === (options.bindingMaps === true)
  return isSame ? last.module : undefined
}

interface ReadModule extends CompiledModule {
  /** As it was parsed. Absent where that was not needed. */
  readonly ast?: ParseResult | undefined
}

function readModule(options: ModuleOptions, linksOf: typeof readLinks): ReadModule {
  if (!mayHoldComponents(options)) return { components: [], links: [], splits: [] }
  const ast = parseSync(options.code, {
    ...BABEL_OPTIONS,
    filename: cleanFile(options.file),
    parserOpts: { plugins: ['jsx', 'typescript'] },
  })
  let components: readonly ComponentModel[] = []
  let links: readonly WrittenLink[] = []
  let splits: readonly SplitProblem[] = []
  let shape: CompiledModule['shape']
  if (ast)
    traverse(ast, {
      Program(program) {
        const { file, root, route = false } = options
        const renderer = findRenderer(file, options.code)
        components = classifyProgram(program, { file, root, route, renderer })
        if (options.bindingMaps === true && renderer === undefined) components = withBindings(program, components)
        links = linksOf(program.node)
        splits = readRuns(program, components).flatMap(({ problems }) => problems)
        if (renderer === undefined) shape = hotShape(program, components)
        program.stop()
      },
    })
  // Paths that this traversal made know nothing of the file that plugins ask them for.
  traverse.cache.clearPath()
  return { components, links, splits, shape, ...(ast && { ast }) }
}

/**
 * Compiles a JSX module. Undefined when there is no JSX in it: stripping its types is all that it needs, and faster
 * elsewhere. Throws Babel's error, with file, line and frame, on bad syntax.
 */
export function compileComponent(options: CompileOptions): CompiledComponent | undefined {
  if (!mayHoldComponents(options)) return undefined
  const key = cacheKey(options)
  const cached = options.cache?.get(key)
  if (cached !== undefined) return cached
  const { components, shape, ast }: ReadModule = knownModule(options) ?? readModule(options, () => [])
  const hydratable = options.target === 'dom' || options.insideIsland === true || components.some((item) => item.island)
  const generate = options.target
  const presets = [...(generate === 'ssr' ? [htmlText(COMPILED_DOOR)] : []), solidJsx(generate, hydratable)]
  const printed = transform({ ...options, ast }, framework(options, { components, shape }), presets)
  const others = options.only === undefined ? '' : exportOthers(options.only, components, cleanFile(options.file))
  const compiled = { ...printed, code: printed.code + others, components, ...(shape && { shape }) }
  options.cache?.set(key, compiled)
  return compiled
}

/** Compiles the file of one intent's `run` (`splitIntents`). Throws when the module has no such intent. */
export function compileRun(options: ModuleOptions, name: string): Omit<CompiledComponent, 'components'> {
  const components = classifyComponents(options)
  const enter = (program: NodePath<types.Program>) => keepRun(program, components, name)
  return transform(options, { visitor: { Program: { enter } } }, [solidJsx('dom', true)])
}

/** Compiles a JSX module of a package for one side. Its components are no islands: those of the app render them. */
export function compilePackageModule(
  module: Pick<ModuleOptions, 'code' | 'file'>,
  target: CompileOptions['target'],
): Omit<CompiledComponent, 'components'> {
  const presets = [...(target === 'ssr' ? [htmlText(COMPILED_DOOR)] : []), solidJsx(target, true)]
  return transform(module, { visitor: {} }, presets)
}

/** In development: a module without components, whose hooks keep state. Undefined when there is none in it. */
export function compileHooks(module: HotModule): Omit<CompiledComponent, 'components'> | undefined {
  if (!mayKeepState(module.code)) return undefined
  return transform(module, { visitor: { Program: { enter: (program) => makeHot(program, module, false) } } }, [])
}

interface Transformed extends Pick<ModuleOptions, 'code' | 'file'> {
  /** Of this code. It is changed. */
  readonly ast?: ParseResult | undefined
}

/** The types go first, then `plugin` has its turn, then the presets. */
function transform(
  { code, file, ast }: Transformed,
  plugin: PluginObj,
  presets: readonly PluginItem[],
): Omit<CompiledComponent, 'components'> {
  const options: TransformOptions = {
    ...BABEL_OPTIONS,
    filename: cleanFile(file),
    sourceMaps: true,
    plugins: [plugin],
    // The last one runs first.
    presets: [...presets, babelTypescript()],
  }
  // `readModule` takes types in JavaScript too, where they are an error that the parser has to tell.
  const isRead = ast !== undefined && cleanFile(file).endsWith('.tsx')
  const result = isRead
    ? transformFromAstSync(ast, code, { ...options, cloneInputAst: false })
    : transformSync(code, options)
  if (typeof result?.code !== 'string') throw new Error(`Babel returned nothing for ${file}.`)
  return { code: result.code, map: JSON.stringify(result.map) }
}

const BABEL_OPTIONS = { configFile: false, babelrc: false, browserslistConfigFile: false, compact: false } as const

/** Our own part, before Solid's: JSX of async functions, names of intents; and after it, the wrappers of islands. */
function framework(
  options: CompileOptions,
  { components, shape }: Pick<CompiledModule, 'components' | 'shape'>,
): PluginObj {
  const imports: [exported: string, local: string][] = []
  let readFacts: ReturnType<typeof factsReader> = () => undefined
  let dropped: ReadonlySet<string> = new Set()
  return {
    visitor: {
      Program: {
        enter(program: NodePath<types.Program>) {
          nameIntents(program, { components, contracts: options.contracts })
          for (const [exported, local] of formActions(program)) {
            if (options.target === 'ssr') imports.push([exported, local])
            else program.node.body.unshift(importFrom(exported, local, CLIENT_DOOR))
          }
          if (options.dev && !options.route) markElements(program, components, relativeFile(options.file, options.root))
          if (options.target === 'dom') {
            if (options.splitIntents === true) {
              const local = program.scope.generateUid('splitRun')
              if (splitIntents(program, components, { file: cleanFile(options.file), local }))
                program.node.body.unshift(importFrom('splitRun', local, CLIENT_DOOR))
            }
            if (options.dev && !options.route) makeHot(program, options, shape !== undefined)
            return
          }
          readFacts = factsReader(program)
          const isStatic = options.only === undefined && !components.some(({ island }) => island)
          if (isStatic) splitClientOnly(program)
          else dropped = dropBodies(program, { components, only: options.only, kept: readStores(program) })
          const local = program.scope.generateUid('defer')
          if (deferAsyncJsx(program, local)) imports.push(['defer', local])
        },
        exit(program: NodePath<types.Program>) {
          const islands =
            options.target === 'ssr' ? localIslands(program, components) : new Map<string, ComponentModel>()
          if (islands.size > 0) {
            const islandFunction = program.scope.generateUid('island')
            imports.push(['ssrIsland', islandFunction])
            const fresh = (name: string) => program.scope.generateUid(name)
            const { facts, declarations } = declareFacts([...islands.values()], readFacts, fresh)
            const body = wrapIslands(program.node.body, { islands, dropped, islandFunction, facts, fresh })
            program.node.body = [...body, ...declarations]
          }
          for (const [exported, local] of imports) program.node.body.unshift(importFrom(exported, local))
        },
      },
    },
  }
}

/** An edit of the module is shown in place. */
function makeHot(program: NodePath<types.Program>, module: HotModule, takesNext: boolean): void {
  const imports = keepState(program, module)
  const { body } = program.node
  if (takesNext) {
    const local = program.scope.generateUid('swapIslands')
    imports.set('swapIslands', local)
    // First: a next version that throws takes the one after it all the same.
    body.unshift(acceptStatement(local, module))
  }
  for (const [exported, local] of imports) body.unshift(importFrom(exported, local, HOT_DOOR))
}

function localIslands(
  program: NodePath<types.Program>,
  components: readonly ComponentModel[],
): ReadonlyMap<string, ComponentModel> {
  const islands = components.filter((item) => item.island)
  const byExport = new Map(islands.map((item) => [item.exportName, item]))
  const locals = new Map<string, ComponentModel>()
  for (const { local, exportName } of findExports(program).exported) {
    const island = byExport.get(exportName)
    if (island !== undefined) locals.set(local, island)
  }
  return locals
}

function importFrom(exported: string, local: string, door = COMPILED_DOOR): types.ImportDeclaration {
  return types.importDeclaration(
    [types.importSpecifier(types.identifier(local), types.identifier(exported))],
    types.stringLiteral(door),
  )
}

function cleanFile(file: string): string {
  return file.split('?')[0] ?? file
}

function cacheKey(options: CompileOptions): string {
  const {
    code,
    file,
    root,
    target,
    route,
    dev,
    insideIsland = false,
    contracts = 'none',
    splitIntents = false,
    bindingMaps = false,
    only,
  } = options
  const parts = [
    FORMAT,
    cleanFile(file).slice(root.length),
    target,
    route,
    dev,
    insideIsland,
    contracts,
    splitIntents,
    bindingMaps,
    ...(only ?? []),
    code,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
