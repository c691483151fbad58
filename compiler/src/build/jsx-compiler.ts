/** The compiler of components, which is loaded when the first of them is to be compiled. */
import { loadBabel } from '../jsx/load-babel.ts'

export function jsxCompiler(): Promise<typeof import('../jsx/compile-component.ts')> {
  loadBabel()
  return import('../jsx/compile-component.ts')
}
