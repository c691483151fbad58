/** Compares the causes of calls in compiled code with Node's own `AsyncLocalStorage`. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import { parseAst } from 'vite'
import { carryCauses } from '../../../../compiler/src/build/transform/carry-causes.ts'
import * as runtime from '../../../../runtime/src/browser/calls/carry-cause.ts'
import {
  type AgentRun,
  carriedCause,
  currentCause,
  replaceCause,
  runWithOrigin,
} from '../../../../runtime/src/browser/calls/cause.ts'

const HEAD = /^import \{.*?\} from '@fw\/runtime\/compiled';/
/** Without it, the code would be a module in CommonJS. */
const END = '\nexport {}'

/** Time in milliseconds for work that the code doesn't await. */
const REST_MS = 5

interface Run {
  /** For each `see()`: its caller in Node, and its caller by the cause. */
  readonly seen: readonly (readonly [inNode: string | undefined, byCause: string | undefined])[]
  readonly results: readonly PromiseSettledResult<unknown>[]
}

/**
 * Runs random code (`randomCode`) for two callers at once. Returns what differs between causes and Node, or between the code
 * before and after its compilation; `undefined` if nothing does.
 */
export async function compareCauses(code: string): Promise<string | undefined> {
  // Left behind by other code that failed.
  replaceCause(undefined)
  const { seen, results } = await run(carry(code))
  const wrong = seen.find(([inNode, byCause]) => inNode !== byCause)
  if (wrong !== undefined) return `code of ${wrong[0]} has the cause of ${wrong[1]}`
  if (carriedCause() !== undefined) return 'a cause is left behind'
  const { results: expected } = await run(code)
  return isDeepStrictEqual(results, expected) ? undefined : 'the results differ'
}

async function run(code: string): Promise<Run> {
  const storage = new AsyncLocalStorage<string>()
  const callers = new Map<AgentRun | undefined, string>([
    [{}, 'one'],
    [{}, 'two'],
  ])
  const seen: [string | undefined, string | undefined][] = []
  const given = {
    see: () => void seen.push([storage.getStore(), callers.get(currentCause().run)]),
    tick: async () => 1,
    late: () => new Promise((resolve) => setTimeout(resolve, 1)),
    fail: async () => {
      throw new Error('failed')
    },
    pass: (...values: unknown[]) => values.length,
    happens: (at: number) => at === 2,
    ...Object.fromEntries(Object.entries(runtime).map(([name, value]) => [`_$${name}`, value])),
  }
  const make = new Function(...Object.keys(given), `${code}\nreturn f0`)
  const f = make(...Object.values(given)) as () => Promise<unknown>
  const running = [...callers].map(([cause, name]) => storage.run(name, () => runWithOrigin('agent', () => f(), cause)))
  const results = await Promise.allSettled(running)
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  return { seen, results }
}

function carry(code: string): string {
  const module = code + END
  const carried = carryCauses({ code: module, file: '/app/a.js' }, parseAst(module))?.code ?? module
  return carried.replace(HEAD, '').replace(END, '')
}
