/** Analyzes the components of an app's sources. */

import { join } from 'node:path'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { Engine } from '#engine/engine.ts'
import { defineInput, defineQuery } from '#engine/query.ts'
import type { analyzeModule, CompiledModule } from '#jsx/compile-component.ts'
import type { ComponentModel, SourceSpan } from '#model.ts'
import { type AppReader, READER, TEXT } from '../app-reader.ts'

/** Code in the `run` of an intent that prevents it from being a separate file. */
export interface SplitRunFact {
  readonly tool: string
  readonly problem: 'reassigned' | 'this'
  /** The variable, or `this` and similar. */
  readonly name: string
  readonly span: SourceSpan
}

/** A file with a syntax error. */
export interface SyntaxFact {
  readonly message: string
  readonly span: SourceSpan
}

export const COMPONENT_FILE = /\.[jt]sx$/

export interface AnalyzedComponents {
  readonly components: readonly ComponentModel[]
  readonly syntax: readonly SyntaxFact[]
  /** Literal links to paths of this app. */
  readonly links: readonly LinkPlace[]
  /** Absent if they weren't requested. */
  readonly splitRuns?: readonly SplitRunFact[]
}

export interface LinkPlace {
  readonly to: string
  readonly span: SourceSpan
}

interface ComponentOptions {
  /** Relative to the root; distinguishes pages from components. */
  readonly routesDir: string
  /** Whether components get their bindings (`compiler.bindingMaps`). */
  readonly bindingMaps: boolean
}

interface ComponentAnalysis extends ComponentOptions {
  readonly analyzeModule: typeof analyzeModule
}

/** How components are analyzed, and with what. */
const COMPONENT_ANALYSIS = defineInput<ComponentAnalysis>('component analysis')

/** The components of a file, relative to the root. */
const COMPONENTS = defineQuery<AnalyzedComponents>('components', (read, file) => {
  const { routesDir, bindingMaps, analyzeModule: analyze } = read(COMPONENT_ANALYSIS)
  const { root } = read(READER)
  const text = read(TEXT, file) ?? ''
  const route = file.startsWith(`${routesDir}/`)
  return classify(() => analyze({ code: text, file: join(root, file), root, route, bindingMaps }), file, text)
})

/**
 * Analyzes the components in files, relative to the root; only those with components and pages are read.
 *
 * @param set Sets the inputs of the analysis.
 */
export async function analyzeComponents(
  { read: readQuery }: Pick<AppReader, 'read'>,
  sources: readonly string[],
  options: ComponentOptions,
  set: Engine['set'],
): Promise<AnalyzedComponents> {
  const files = sources.filter((file) => COMPONENT_FILE.test(file))
  if (files.length === 0) return { components: [], syntax: [], links: [] }
  // Babel is loaded only for apps that have components.
  const { analyzeModule } = await import('#jsx/compile-component.ts')
  set(COMPONENT_ANALYSIS, { ...options, analyzeModule })
  const read = files.map((file) => readQuery(COMPONENTS, file))
  return {
    components: read.flatMap((file) => file.components),
    syntax: read.flatMap((file) => file.syntax),
    links: read.flatMap((file) => file.links),
    splitRuns: read.flatMap((file) => file.splitRuns ?? []),
  }
}

function classify(read: () => CompiledModule, file: string, text: string): AnalyzedComponents {
  try {
    const { components, links, splits } = read()
    const toSpan = <Place extends { readonly start: number; readonly end: number }>({
      start,
      end,
      ...rest
    }: Place) => ({
      ...rest,
      span: createSpan(file, text, start, end),
    })
    return { components, syntax: [], links: links.map(toSpan), splitRuns: splits.map(toSpan) }
  } catch (error) {
    const { message, pos } = syntaxError(error)
    return { components: [], links: [], syntax: [{ message, span: createSpan(file, text, pos, pos + 1) }] }
  }
}

/**
 * Babel's syntax errors have an offset and end their first line with `(line:column)`; any other error is a bug of the
 * compiler.
 */
function syntaxError(error: unknown): { readonly message: string; readonly pos: number } {
  if (!(error instanceof SyntaxError) || !('pos' in error) || typeof error.pos !== 'number') throw error
  const firstLine = error.message.split('\n')[0] ?? ''
  const message = firstLine.replace(/^.*?\.[jt]sx: /, '').replace(/\s*\(\d+:\d+\)\s*$/, '')
  return { message, pos: error.pos }
}
