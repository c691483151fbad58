/** Causes of calls in random asynchronous functions, compared with Node's `AsyncLocalStorage`. */
import fc from 'fast-check'
import { compareCauses } from '../compiler/build/transform/compare-causes.ts'
import { randomCode } from '../compiler/build/transform/random-code.ts'

/** Compares random functions for this long; returns the smallest code with a difference. */
export async function soakCauses(minutes: number, log: (line: string) => void, seed: number): Promise<string[]> {
  const end = Date.now() + minutes * 60_000
  let count = 0
  const property = fc.asyncProperty(randomCode, async (code) => {
    count += 1
    return (await compareCauses(code)) === undefined
  })
  while (Date.now() < end) {
    const { failed, counterexample } = await fc.check(property, {
      seed: seed + count,
      numRuns: 200,
      interruptAfterTimeLimit: Math.max(end - Date.now(), 0),
    })
    if (!failed) continue
    const [code = ''] = counterexample ?? []
    return [`causes: ${await compareCauses(code)}, seed ${seed}\n${code}`]
  }
  log(`causes: ${count} random programs, seed ${seed}`)
  return []
}
