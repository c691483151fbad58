/** Finds a failing batch of random cases, and the smallest batch that still fails. */
import fc from 'fast-check'

/** Returns the problems of a batch. */
export type Judge<Case> = (cases: readonly Case[]) => { readonly problems: readonly string[] }

/** Maximum number of steps of the search for a smaller case; each step compiles a program. */
const MAX_SHRINKS = 300

/** Checks one random batch. Returns a description of the smallest failing case, or `undefined` if the batch passes. */
export function findSmallestFault<Case>(
  { seed, cases, print }: { seed: number; cases: fc.Arbitrary<readonly Case[]>; print(one: Case): string },
  judge: Judge<Case>,
): string | undefined {
  let shrinks = 0
  const property = fc.property(cases, (batch) => {
    // Past the limit every smaller case counts as passing, which ends the search.
    if (shrinks > MAX_SHRINKS) return
    const [problem] = judge(batch).problems
    if (problem === undefined) return
    shrinks++
    throw new Error(problem)
  })
  const { failed, counterexample, errorInstance } = fc.check(property, { seed, numRuns: 1 })
  if (!failed || counterexample === null) return undefined
  const [batch] = counterexample
  // A batch can't always shrink to one case; some failures depend on the others.
  const alone = batch.filter((one) => judge([one]).problems.length > 0)
  const code = (alone.length > 0 ? alone : batch).map(print).join('\n---\n')
  return `${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}\n${code}`
}
