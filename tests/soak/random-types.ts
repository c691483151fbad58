/** Types at random: schema (by ajv), `is` and `validate` agree on each value, and what a type is made for is accepted. */
import fc from 'fast-check'
import { deriveAll, judgeOf } from '../compiler/corpus/derive-all.ts'
import { spoiled, type TypeSource, typeSource } from './type-source.ts'

const JUNK = [
  null,
  0,
  -1,
  1.5,
  11,
  '',
  'abcd',
  'A',
  '2026-01-31',
  true,
  [],
  ['x'],
  {},
  { extra: 1 },
  '10000-01-01T00:00:00Z',
  '-0',
  'YQ',
]

/** How many types share a program. */
const BATCH = 40

export async function soakTypes(minutes: number, log: (line: string) => void, seed = Date.now()): Promise<string[]> {
  const end = Date.now() + minutes * 60_000
  const problems: string[] = []
  let types = 0
  let values = 0
  for (let round = 0; Date.now() < end && problems.length < 5; round++) {
    const sources = fc.sample(typeSource(3), { seed: seed + round, numRuns: BATCH })
    const derived = deriveAll(sources.map((source) => ({ code: codeOf(source) })))
    for (const [index, source] of sources.entries()) {
      types++
      const found = faultsOf(derived[index]!, source, seed + round + index)
      values += found.values
      for (const problem of found.problems.slice(0, 1)) problems.push(`types: ${problem}\n${codeOf(source)}`)
    }
  }
  log(`types: ${types} types, ${values} values, seed ${seed}`)
  return problems
}

function codeOf({ text, declarations }: TypeSource): string {
  return [...declarations, `export interface Root { v: ${text} }`].join('\n')
}

function faultsOf(derive: ReturnType<typeof deriveAll>[number], source: TypeSource, seed: number) {
  const contract = derive()
  const errors = contract.diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { values: 0, problems: errors.map(({ message }) => message) }
  const judge = judgeOf(contract.schema)
  const problems: string[] = []
  const fitting = source.values.map((v) => ({ v }))
  const random = fc.sample(fc.tuple(fc.nat(500), fc.constantFrom(...JUNK)), { seed, numRuns: 12 })
  const others = fitting.flatMap((value) => random.map(([at, junk]) => spoiled(value, at, junk)))
  for (const [index, value] of [...fitting, ...others].entries()) {
    const said = { ajv: judge(value), is: contract.is(value), validate: contract.validate(value).ok }
    const wanted = index < fitting.length ? true : said.is
    // What ajv does not look at: bytes that are no base64.
    const strict = said.ajv && !said.is && /Uint8Array/.test(codeOf(source)) && index >= fitting.length
    if (!strict && Object.values(said).some((verdict) => verdict !== wanted))
      problems.push(`${JSON.stringify(value)} ${JSON.stringify(said)}`)
  }
  return { values: fitting.length + others.length, problems }
}
