/** Compiles JSX modules to JavaScript, for the server and for islands in a browser. */
import { createHash } from 'node:crypto'
import {
  type NodePath,
  type ParseResult,
  type PluginItem,
  type PluginObj,
  type TransformOptions,
  transformFromAstSync,
  transformSync,
  types,
} from '@babel/core'
import type { ComponentModel } from '../model.ts'
import {
  BABEL_OPTIONS,
  type CompiledModule,
  classifyComponents,
  cleanFile,
  findAnalyzed,
  type ModuleOptions,
  type ReadModule,
  readModule,
} from './analyze-module.ts'
import { babelTypescript, htmlText, solidJsx } from './babel-presets.ts'
import { dropBodies, exportOthers, splitClientOnly } from './client-only.ts'
import { findExports } from './component-exports.ts'
import { mayHoldComponents, relativeFile } from './component-units.ts'
import { deferAsyncJsx, hoistAsyncJsx } from './defer-async.ts'
import { formActions } from './form-actions.ts'
import { declareFacts, factsReader, readStores } from './island-facts.ts'
import { acceptStatement, HOT_ENTRY, type HotModule, keepState, mayKeepState } from './keep-state.ts'
import { markElements } from './mark-elements.ts'
import { type NamingOptions, nameIntents } from './name-intents.ts'
import { wrapRawHtml } from './raw-html.ts'
import { showValues } from './show-values.ts'
import { keepRun, splitIntents } from './split-intents.ts'
import { wrapIslands } from './wrap-islands.ts'

/** Module that compiled code imports its runtime half from, with a version for servers and one for browsers. */
const COMPILED_ENTRY = '@fw/runtime/compiled'
/** Part of every cache key: change it with the output. */
const FORMAT = '18'

/** A compiled JSX module. JSON-able, so that it can be stored on disk. */
export interface CompiledComponent {
  readonly code: string
  /** Source map, version 3, as JSON. */
  readonly map: string
  /** Every exported component, islands or not. */
  readonly components: readonly ComponentModel[]
  /** See `CompiledModule.shape`. */
  readonly shape?: CompiledModule['shape']
}

/** Stores compiled modules by content hash; the key covers everything that the output depends on. */
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
  /** `ssr`: every module. `dom`: islands and their imports. */
  readonly target: 'ssr' | 'dom'
  /** Whether it is a file of the routes folder, whose components are never islands. */
  readonly route: boolean
  readonly dev: boolean
  /**
   * SSR only: an island imports the module, so that its components need hydration markers. Modules with an island of
   * their own have them anyway.
   *
   * @default false
   */
  readonly insideIsland?: boolean
  /** SSR only: the exports that pages use with `client:only`; the others and their code are removed. Default: all. */
  readonly only?: readonly string[] | undefined
  /**
   * Whether intents receive the contracts that were derived from their types.
   *
   * @default no
   */
  readonly contracts?: NamingOptions['contracts']
  /** In a browser: puts each intent's `run` into a separate file. Default false. */
  readonly splitIntents?: boolean
  /** Whether islands include their bindings in the manifest (`compiler.bindingMaps`). Default false. */
  readonly bindingMaps?: boolean
  /**
   *
   * @default none
   */
  readonly cache?: ComponentCache
}

/**
 * Compiles a JSX module. Returns `undefined` for a module without JSX: it only needs its types stripped, which is
 * faster elsewhere. Throws Babel's error, with file, line and frame, on bad syntax.
 */
export function compileComponent(options: CompileOptions): CompiledComponent | undefined {
  if (!mayHoldComponents(options)) return undefined
  const key = cacheKey(options)
  const cached = options.cache?.get(key)
  if (cached !== undefined) return cached
  const { components, shape, ast }: ReadModule = findAnalyzed(options) ?? readModule(options)
  const hydratable = options.target === 'dom' || options.insideIsland === true || components.some((item) => item.island)
  const generate = options.target
  // In development, browser code compares what it renders with what the server sent.
  const jsx = solidJsx(generate, hydratable, options.dev && generate === 'dom' ? HOT_ENTRY : undefined)
  const presets = generate === 'ssr' ? [htmlText(COMPILED_ENTRY), jsx] : [jsx]
  const printed = transform({ ...options, ast }, framework(options, { components, shape }), presets)
  const others = options.only === undefined ? '' : exportOthers(options.only, components, cleanFile(options.file))
  const compiled = { ...printed, code: printed.code + others, components, ...(shape && { shape }) }
  options.cache?.set(key, compiled)
  return compiled
}

/** Compiles the file of one intent's `run` (`splitIntents`). Throws if the module has no such intent. */
export function compileRun(options: ModuleOptions, name: string): Omit<CompiledComponent, 'components'> {
  const components = classifyComponents(options)
  const enter = (program: NodePath<types.Program>) => keepRun(program, components, name)
  return transform(options, { visitor: { Program: { enter } } }, [solidJsx('dom', true)])
}

/**
 * Compiles a JSX module of a package for one side. Its components aren't islands; the app's islands may render them.
 */
export function compilePackageModule(
  module: Pick<ModuleOptions, 'code' | 'file'>,
  target: CompileOptions['target'],
): Omit<CompiledComponent, 'components'> {
  const enter = (program: NodePath<types.Program>) => {
    const local = program.scope.generateUid('disableMarks')
    if (wrapRawHtml(program, local)) program.node.body.unshift(importFrom('disableMarks', local))
  }
  const presets = [...(target === 'ssr' ? [htmlText(COMPILED_ENTRY)] : []), solidJsx(target, true)]
  return transform(module, { visitor: { Program: { enter } } }, presets)
}

/**
 * In development: compiles a module without components, whose hooks keep state. Returns `undefined` if it has no state.
 */
export function compileHooks(module: HotModule): Omit<CompiledComponent, 'components'> | undefined {
  if (!mayKeepState(module.code)) return undefined
  return transform(module, { visitor: { Program: { enter: (program) => makeHot(program, module, false) } } }, [])
}

interface Transformed extends Pick<ModuleOptions, 'code' | 'file'> {
  /** Tree of this code, which is modified. */
  readonly ast?: ParseResult | undefined
}

/** Strips the types first, then runs `plugin`, then the presets. */
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
  // `readModule` accepts types in JavaScript too, where the parser must report them as an error.
  const isRead = ast !== undefined && cleanFile(file).endsWith('.tsx')
  const result = isRead
    ? transformFromAstSync(ast, code, { ...options, cloneInputAst: false })
    : transformSync(code, options)
  if (typeof result?.code !== 'string') throw new Error(`Babel returned nothing for ${file}.`)
  return { code: result.code, map: JSON.stringify(result.map) }
}

/**
 * The framework's own plugin, before Solid's: JSX of async functions, names of intents; and after it, the wrappers of
 * islands.
 */
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
          nameIntents(program, { components, contracts: options.contracts, withApprovals: options.target === 'dom' })
          for (const [exported, local] of formActions(program)) {
            if (options.target === 'ssr') imports.push([exported, local])
            else program.node.body.unshift(importFrom(exported, local))
          }
          const disableMarks = program.scope.generateUid('disableMarks')
          if (wrapRawHtml(program, disableMarks)) {
            if (options.target === 'ssr') imports.push(['disableMarks', disableMarks])
            else program.node.body.unshift(importFrom('disableMarks', disableMarks))
          }
          if (options.dev && !options.route) markElements(program, components, relativeFile(options.file, options.root))
          if (options.target === 'dom') {
            if (/\bawait\b/.test(options.code)) hoistAsyncJsx(program)
            const showValue = program.scope.generateUid('showValue')
            if (showValues(program, showValue)) program.node.body.unshift(importFrom('showValue', showValue))
            if (options.splitIntents === true) {
              const local = program.scope.generateUid('splitRun')
              if (splitIntents(program, components, { file: cleanFile(options.file), local }))
                program.node.body.unshift(importFrom('splitRun', local))
            }
            if (options.dev && !options.route) makeHot(program, options, shape !== undefined)
            return
          }
          readFacts = factsReader(program)
          const isStatic = options.only === undefined && !components.some(({ island }) => island)
          if (isStatic) splitClientOnly(program)
          else dropped = dropBodies(program, { components, only: options.only, usedLater: readStores(program) })
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

/** Makes edits of the module show in place. */
function makeHot(program: NodePath<types.Program>, module: HotModule, takesNext: boolean): void {
  const imports = keepState(program, module)
  const { body } = program.node
  if (takesNext) {
    const local = program.scope.generateUid('swapIslands')
    imports.set('swapIslands', local)
    // First: if a new version throws while it loads, it still accepts the next one.
    body.unshift(acceptStatement(local, module))
  }
  for (const [exported, local] of imports) body.unshift(importFrom(exported, local, HOT_ENTRY))
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

function importFrom(exported: string, local: string, source = COMPILED_ENTRY): types.ImportDeclaration {
  return types.importDeclaration(
    [types.importSpecifier(types.identifier(local), types.identifier(exported))],
    types.stringLiteral(source),
  )
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
