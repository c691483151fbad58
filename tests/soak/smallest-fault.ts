/** Finds a fault in a batch of random cases, and the smallest batch that still has it. */
import fc from 'fast-check'

/** The problems of a batch. */
export type Judge<Case> = (cases: readonly Case[]) => { readonly problems: readonly string[] }

/** Steps of the search for a smaller case; each is a program. */
const MAX_SHRINKS = 300

/** One random batch; the smallest case with a fault as text, or `undefined` where the batch has none. */
export function findSmallestFault<Case>(
  { seed, cases, print }: { seed: number; cases: fc.Arbitrary<readonly Case[]>; print(one: Case): string },
  judge: Judge<Case>,
): string | undefined {
  let shrinks = 0
  const property = fc.property(cases, (batch) => {
    // Past the limit every smaller case counts as sound, which ends the search.
    if (shrinks > MAX_SHRINKS) return
    const [problem] = judge(batch).problems
    if (problem === undefined) return
    shrinks++
    throw new Error(problem)
  })
  const { failed, counterexample, errorInstance } = fc.check(property, { seed, numRuns: 1 })
  if (!failed || counterexample === null) return undefined
  const [batch] = counterexample
  // A batch does not shrink to one case always; some faults need the others.
  const alone = batch.filter((one) => judge([one]).problems.length > 0)
  const code = (alone.length > 0 ? alone : batch).map(print).join('\n---\n')
  return `${errorInstance instanceof Error ? errorInstance.message : String(errorInstance)}\n${code}`
}
