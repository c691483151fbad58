/** Analyzes modules of components with Babel: for the check, editors, and the compiler of components. */
import { type NodePath, type ParseResult, parseSync, traverse, types } from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { withBindings } from './bindings.ts'
import { classifyProgram } from './classify-components.ts'
import { mayHoldComponents } from './component-units.ts'
import { hotShape } from './keep-state.ts'
import { readLinks, type WrittenLink } from './read-links.ts'
import { findRenderer } from './renderer.ts'
import { readRuns, type SplitProblem } from './split-runs.ts'

export interface ModuleOptions {
  readonly code: string
  readonly file: string
  readonly root: string
  /**
   *
   * @default false
   */
  readonly route?: boolean
  /** Whether to read bindings, `shows` and `does`, and descriptions. Default false. */
  readonly bindingMaps?: boolean
}

/** The analysis of a module of components. */
export interface CompiledModule {
  readonly components: readonly ComponentModel[]
  readonly links: readonly WrittenLink[]
  /** Problems that prevent an intent's `run` from being a separate file. */
  readonly splits: readonly SplitProblem[]
  /** What must not change for an edit to be shown in place in development; undefined if no edit can be. */
  readonly shape?: readonly string[] | undefined
}

/**
 * Returns the exported components of a module, with the reasons why they are islands. Throws Babel's error on bad
 * syntax.
 */
export function classifyComponents(options: ModuleOptions): readonly ComponentModel[] {
  return readModule(options).components
}

/** Analyzes components and links with one parse. The last result for each file is stored for `compileComponent`. */
export function analyzeModule(options: ModuleOptions): CompiledModule {
  // Trees are large, and an analyzed module may never be compiled.
  const { ast: _ast, ...module } = readModule(options, readLinks)
  analyzed.set(cleanFile(options.file), { options, module })
  return module
}

/** By file. A build analyzes every module before it compiles it. */
const analyzed = new Map<string, { readonly options: ModuleOptions; readonly module: CompiledModule }>()

/** Returns the analysis of exactly this module, if it was the last one of its file. */
export function findAnalyzed(options: ModuleOptions): CompiledModule | undefined {
  const last = analyzed.get(cleanFile(options.file))
  if (last === undefined) return undefined
  const isSame =
    last.options.code === options.code &&
    last.options.root === options.root &&
    (last.options.route === true) === (options.route === true) &&
    (last.options.bindingMaps === true) === (options.bindingMaps === true)
  return isSame ? last.module : undefined
}

export interface ReadModule extends CompiledModule {
  /** The parsed tree. Absent if it wasn't needed. */
  readonly ast?: ParseResult | undefined
}

/** Analyzes a module, and returns its tree. */
export function readModule(options: ModuleOptions, linksOf: typeof readLinks = () => []): ReadModule {
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
    traverseProgram(ast, (program) => {
      const { file, root, route = false } = options
      const renderer = findRenderer(file, options.code)
      components = classifyProgram(program, { file, root, route, renderer })
      if (options.bindingMaps === true && renderer === undefined) components = withBindings(program, components)
      links = linksOf(program.node)
      splits = readRuns(program, components).flatMap(({ problems }) => problems)
      if (renderer === undefined) shape = hotShape(program, components)
    })
  return { components, links, splits, shape, ...(ast && { ast }) }
}

function traverseProgram(ast: ParseResult, visit: (program: NodePath<types.Program>) => void): void {
  try {
    traverse(ast, {
      Program(program) {
        visit(program)
        program.stop()
      },
    })
  } catch (error) {
    throw toSyntaxError(error, ast)
  } finally {
    // Cached paths of this traversal lack the file data that plugins need.
    traverse.cache.clearPath()
  }
}

/** The parser accepts another declaration of an imported name, which the traversal rejects without a position. */
function toSyntaxError(error: unknown, { program }: ParseResult): unknown {
  const name = error instanceof TypeError ? /^Duplicate declaration "(.+)"$/.exec(error.message)?.[1] : undefined
  if (!(error instanceof TypeError) || name === undefined) return error
  const [, again] = program.body.flatMap((statement) => types.getOuterBindingIdentifiers(statement, true)[name] ?? [])
  return Object.assign(new SyntaxError(error.message), { pos: again?.start ?? 0 })
}

export const BABEL_OPTIONS = {
  configFile: false,
  babelrc: false,
  browserslistConfigFile: false,
  compact: false,
} as const

export function cleanFile(file: string): string {
  return file.split('?')[0] ?? file
}
