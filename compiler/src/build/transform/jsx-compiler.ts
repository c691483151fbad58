/** Loads the compiler of components when the first component is compiled. */
import { loadBabel } from '#jsx/load-babel.ts'

export function jsxCompiler(): Promise<typeof import('#jsx/compile-component.ts')> {
  loadBabel()
  return import('#jsx/compile-component.ts')
}

/** Loads only the analysis of components. */
export function loadJsxAnalyzer(): Promise<typeof import('#jsx/analyze-module.ts')> {
  loadBabel()
  return import('#jsx/analyze-module.ts')
}
