/** The row of validators as results: the speed of `is` relative to ajv, the cost of refused values, and typia. */
import { type BenchOptions, type Log, type Measure, type Result, toResult } from './result.ts'
import { OWN_NODE } from './runtimes.ts'
import { measureTypia } from './typia-checks.ts'
import { runValidatorBench } from './validator-row.ts'

const OF_AJV: Measure = { unit: 'x ajv', better: 'higher' }
const OF_ACCEPTED: Measure = { unit: 'x accepted', better: 'lower' }

export async function measureValidators(options: BenchOptions, log: Log): Promise<readonly Result[]> {
  const cases = await runValidatorBench(options, log, options.importFile)
  const results = cases.flatMap(({ name, ratio, best, refusal }) => {
    const about = { row: 'validators', contender: 'fw', runtime: OWN_NODE.name }
    const accepted = { ...toResult({ ...about, measure: name, ...OF_AJV, values: [ratio] }), best }
    if (refusal === undefined) return [accepted]
    return [accepted, toResult({ ...about, measure: `${name}, refused`, ...OF_ACCEPTED, values: [refusal] })]
  })
  return options.peers ? [...results, ...(await measureTypia(options, log))] : results
}
