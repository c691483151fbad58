/** Many types in one program: each case is a namespace of one file that never exists, and derives its `Root`. */
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type DerivedContract, deriveContract } from '../../../compiler/src/index.ts'

/** The contract of `Root` of each case, made when it is asked for. */
export function deriveAll(
  cases: readonly { readonly code: string }[],
  direction: 'input' | 'output' = 'input',
): readonly (() => DerivedContract)[] {
  const code = cases.map((one, index) => `export namespace Case${index} {\n${one.code}\n}\n`).join('')
  const file = join(import.meta.dirname, 'cases.ts')
  return cases.map((_, index) => () => deriveContract({ file, type: `Case${index}.Root`, code, direction }))
}

// The package is CommonJS: its default export is the module in one resolver and the function in another.
const formats = 'default' in addFormats ? addFormats.default : addFormats

// One for all schemas: each instance first compiles the whole meta-schema.
const ajv = new Ajv2020({
  ownProperties: true,
  strict: true,
  strictTuples: false,
  strictTypes: false,
  strictRequired: false,
})
formats(ajv as never)
for (const format of ['money-minor-units', 'password']) ajv.addFormat(format, true)

/** ajv's verdict, on own members only: it would read the inherited `toString` for a member of that name. */
export function judgeOf(schema: object): (value: unknown) => boolean {
  return ajv.compile(schema) as (value: unknown) => boolean
}

/** Returns the values for which the schema (by ajv), `is` or `validate` has an unexpected verdict. */
export function wrongVerdicts(
  contract: DerivedContract,
  { accepts, refuses }: { readonly accepts: readonly unknown[]; readonly refuses: readonly unknown[] },
): string[] {
  if (contract.diagnostics.length > 0) return contract.diagnostics.map(({ message }) => message)
  const judge = judgeOf(contract.schema)
  return [...accepts.map((value) => [value, true]), ...refuses.map((value) => [value, false])].flatMap(
    ([value, verdict]) => {
      const said = { ajv: judge(value), is: contract.is(value), validate: contract.validate(value).ok }
      const wrong = Object.values(said).some((one) => one !== verdict)
      return wrong ? [`${JSON.stringify(value)} ${JSON.stringify(said)} ${JSON.stringify(contract.schema)}`] : []
    },
  )
}
