/** Analyzes the components of an app's sources; a file is read again only if its content has changed. */
import { join } from 'node:path'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SplitRunFact, SyntaxFact } from '#diagnostic/facts.ts'
import type { CompiledModule } from '#jsx/compile-component.ts'
import type { ComponentModel, SourceSpan } from '#model.ts'
import type { AppReader } from '../app-reader.ts'

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

interface CachedFile extends AnalyzedComponents {
  readonly text: string
  readonly bindingMaps: boolean
}

interface ComponentOptions {
  /** Scripts, relative to the root; only those with components and pages are read. */
  readonly files: readonly string[]
  /** Relative to the root; distinguishes pages from components. */
  readonly routesDir: string
  /** Whether components get their bindings (`compiler.bindingMaps`). */
  readonly bindingMaps: boolean
}

/** Analyzes the components, and stores results in `cache`. */
export async function analyzeComponents(
  { root, textOf }: Pick<AppReader, 'root' | 'textOf'>,
  { files: sources, routesDir, bindingMaps }: ComponentOptions,
  cache: Map<string, CachedFile>,
): Promise<AnalyzedComponents> {
  const files = sources.filter((file) => COMPONENT_FILE.test(file))
  if (files.length === 0) return { components: [], syntax: [], links: [] }
  // Babel is loaded only for apps that have components.
  const { analyzeModule } = await import('#jsx/compile-component.ts')
  const read = files.map((file): CachedFile => {
    const text = textOf(file) ?? ''
    const known = cache.get(file)
    if (known?.text === text && known.bindingMaps === bindingMaps) return known
    const route = file.startsWith(`${routesDir}/`)
    const fresh = {
      text,
      bindingMaps,
      ...classify(() => analyzeModule({ code: text, file: join(root, file), root, route, bindingMaps }), file, text),
    }
    cache.set(file, fresh)
    return fresh
  })
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
