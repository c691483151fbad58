/** Analyzes the components of an app's sources. */

import { createSpan } from '#diagnostic/code-frame.ts'
import { defineInput, defineQuery } from '#engine/query.ts'
import type { analyzeModule, CompiledModule } from '#jsx/analyze-module.ts'
import { isBelow, join } from '#slash-path.ts'
import { OUTLINE, SOURCES } from '../app-outline.ts'
import { READER, TEXT } from '../app-reader.ts'
import { type AnalyzedComponents, COMPONENT_FILE } from './analyzed-components.ts'

/** Analyzes one module. Set before the first component is read, since it loads Babel. */
export const ANALYZE_MODULE = defineInput<typeof analyzeModule>('component analysis', Object.is)

const COMPONENT_OPTIONS = defineQuery('component options', (read) => {
  const { config, routesDir } = read(OUTLINE)
  return { routesDir, bindingMaps: config.compiler?.bindingMaps !== false }
})

/** The components of a file, relative to the root. */
export const COMPONENTS = defineQuery<AnalyzedComponents>('components', (read, file) => {
  const { routesDir, bindingMaps } = read(COMPONENT_OPTIONS)
  const { root } = read(READER)
  const text = read(TEXT, file)
  if (text === undefined || !COMPONENT_FILE.test(file)) return NO_COMPONENTS
  const route = isBelow(routesDir, file)
  const analyze = read(ANALYZE_MODULE)
  return classify(() => analyze({ code: text, file: join(root, file), root, route, bindingMaps }), file, text)
})

const NO_COMPONENTS: AnalyzedComponents = { components: [], syntax: [], links: [], splitRuns: [] }

/** The components of all sources. */
export const ALL_COMPONENTS = defineQuery<AnalyzedComponents>(
  'all components',
  (read) => {
    const files = read(SOURCES).map((file) => read(COMPONENTS, file))
    return {
      components: files.flatMap(({ components }) => components),
      syntax: files.flatMap(({ syntax }) => syntax),
      links: files.flatMap(({ links }) => links),
      splitRuns: files.flatMap(({ splitRuns }) => splitRuns),
    }
  },
  { isEqual: Object.is },
)

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
    return {
      components: [],
      links: [],
      splitRuns: [],
      syntax: [{ message, span: createSpan(file, text, pos, pos + 1) }],
    }
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
