/** Runs compiled code with the functions of the runtime that carry causes. */
import { ts } from 'ts-morph'
import { parseAst } from 'vite'
import { carryCauses } from '../../../../compiler/src/build/transform/carry-causes.ts'
import * as runtime from '../../../../runtime/src/browser/calls/carry-cause.ts'
import { currentCause, runWithOrigin } from '../../../../runtime/src/browser/calls/cause.ts'

const HEAD = /^import \{.*?\} from '@fw\/runtime\/compiled';/
/** Without it, the code would be a module in CommonJS. */
const END = '\nexport {}'
const target = ts.ScriptTarget.ES2022

export interface CarriedRun {
  readonly result: unknown
  /** Origins that `see()` found in the code. */
  readonly seen: readonly unknown[]
  /** Origins that other code found between the steps of the code. */
  readonly between: ReadonlySet<unknown>
}

/** Runs the function `f` of the code as a person's. `values` are further names for the code. */
export async function runCarried(code: string, values: Readonly<Record<string, unknown>> = {}): Promise<CarriedRun> {
  const module = `${code}${END}`
  const carried = (carryCauses({ code: module, file: '/app/a.js' }, parseAst(module))?.code ?? '')
    .replace(HEAD, '')
    .replace(END, '')
  const { outputText } = ts.transpileModule(`${carried}\nreturn f`, { compilerOptions: { target } })
  const seen: unknown[] = []
  const see = () => void seen.push(currentCause().origin)
  const names = Object.keys(runtime).map((name) => `_$${name}`)
  const f = new Function(...names, 'see', ...Object.keys(values), outputText) as (...all: unknown[]) => typeof f
  const between = new Set<unknown>()
  const watch = async () => {
    for (let step = 0; step < 100; step++) {
      await undefined
      between.add(currentCause().origin)
    }
  }
  const watched = watch()
  const result = await runWithOrigin('human', () => f(...Object.values(runtime), see, ...Object.values(values))())
  await watched
  between.add(currentCause().origin)
  return { result, seen, between }
}
