/** Validators that typia compiles from types, compared with ours on the same values of the row `validators`. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { toJsonSchema } from '../../compiler/src/schema/json-schema.ts'
import { installPeers, PEERS } from './peers.ts'
import { type BenchOptions, type Log, RATE, type Result } from './result.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'
import { CASES, loadValidator } from './validator-row.ts'

type Check = (value: unknown) => boolean

/** Inputs of calls are closed: they refuse undeclared keys. Outputs are open. */
const SIDES = { closed: 'input', open: 'output' } as const

interface Checker extends Contender {
  readonly check: Check
}

const COPIES = 60
const WARMUP_ROUNDS = 5
const ROUND_CPU_MS = 40

export async function measureTypia({ rounds, importFile }: BenchOptions, log: Log): Promise<readonly Result[]> {
  installPeers()
  const { status } = spawnSync(process.execPath, [join(PEERS, 'typia/compile.mjs')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('typia compiled no validators.')
  const compiled = await importFile(join(PEERS, 'typia/dist/shapes.js'))
  const results: Result[] = []
  // Exports of shapes.ts: validators by the name of the case.
  for (const [sideName, side] of Object.entries(SIDES))
    for (const [name, typia] of Object.entries(compiled[sideName] as Readonly<Record<string, Check>>)) {
      const found = CASES[name]
      if (found === undefined) throw new Error(`The row has no case "${name}".`)
      const { tree, values } = found
      const file = `${name.replaceAll(' ', '-')}-${sideName}-typia.mjs`
      const { is } = await loadValidator(file, { tree, schema: toJsonSchema(tree, side), side }, importFile)
      if (is === undefined) throw new Error('A compiled validator has `is`.')
      const bodies = copyValues(values)
      const measure = ({ check }: Checker) => ({ checks: measureChecks(check, bodies) })
      const contenders: readonly Checker[] = [
        { name: 'fw', runtime: OWN_NODE.name, check: is },
        { name: 'typia', runtime: OWN_NODE.name, check: typia },
      ]
      for (let round = 0; round < WARMUP_ROUNDS; round += 1) for (const one of contenders) measure(one)
      const about = { row: 'validators', subject: `${name}, ${sideName}`, rounds, contenders }
      results.push(...(await measureRounds({ ...about, measures: { checks: RATE }, measure }, log)))
    }
  return results
}

/** Fresh objects, because each request has a fresh body. */
function copyValues(values: readonly unknown[]): readonly unknown[] {
  return Array.from({ length: COPIES }, (_, index) => JSON.parse(JSON.stringify(values[index % values.length])))
}

/** Returns the checks per CPU second. */
function measureChecks(check: Check, values: readonly unknown[]): number {
  const before = process.cpuUsage()
  for (let checked = 0; ; ) {
    for (let pass = 0; pass < 100; pass += 1)
      for (const value of values) if (!check(value)) throw new Error('A check refused a valid value.')
    checked += 100 * values.length
    const { user, system } = process.cpuUsage(before)
    const cpuMs = (user + system) / 1000
    if (cpuMs >= ROUND_CPU_MS) return (checked * 1000) / cpuMs
  }
}
