/** Stored findings of an api module equal those of a check of the whole app. */
import { expect, it } from 'vitest'
import { createAnalysis } from '../../../compiler/src/analyze/analyze-app.ts'
import type { AnalyzedApp } from '../../../compiler/src/analyze/analyzed-app.ts'
import type { Diagnostic } from '../../../compiler/src/model.ts'
import { RULES } from '../../../compiler/src/rules/index.ts'
import { createRunner } from '../../../compiler/src/rules/run-rules.ts'
import { temporaryApp } from '../temporary-app.ts'

const LONG = 'averyLongNameOfAnExport'.repeat(3)

/** Something for every rule that reads each file alone, except `syntax-error`. */
const wrong = (doc: string) => `import { api } from '@fw/runtime'
export { status as other } from './fine.api.ts'
export class Shop {}
export function later() {}
export default 1
/** ${doc} */
export const search = api({ readonly: true, effect: 'irreversible', guard: 'never', run: () => null })
export const ${LONG} = api({ ...{}, run: () => null })
export const bare = api({ run: () => null })
export const __hidden = api({ run: () => null })
`

const OF_FILES = [
  'api-default-export',
  'api-exported-function',
  'api-re-export',
  'api-unsupported-export',
  'api-name',
  'tool-name-length',
  'api-dynamic-field',
  'missing-description',
  'repeated-name',
  'field-value',
  'contradicting-fields',
]

const key = ({ code, message, span, related, fixes }: Diagnostic) =>
  JSON.stringify([code, message, span, related, fixes])
const whole = (app: AnalyzedApp) =>
  RULES.flatMap((rule) => [...rule.checkApp(app), ...app.contractFiles.flatMap((file) => rule.checkFile(file))]).map(
    key,
  )

it('cached findings of unchanged modules are complete, and are finished once', async () => {
  const app = temporaryApp({
    'src/server/fine.api.ts': `import { api } from '@fw/runtime'\n/** Says that the shop is open. */\nexport const status = api({ run: () => true })\n`,
    'src/server/one.api.ts': wrong('Search one.'),
    'src/server/two.api.ts': wrong('Search two.'),
    'src/components/cart.tsx': `import { intent } from '@fw/runtime'\nexport default function Cart() {\n  const one = intent('${LONG}', { description: 'One more.', run: () => null })\n  return <button onClick={() => one()}>+</button>\n}\n`,
  })
  const analysis = createAnalysis(app)
  const finished: string[] = []
  const found = createRunner(RULES, (_, one) => {
    finished.push(`${one.code} ${one.span?.file}`)
    return { ...one, message: `${one.message}!` }
  })
  const unmarked = (one: Diagnostic) => key({ ...one, message: one.message.replace(/!$/, '') })

  const first = await analysis.read()
  const rulesOfFiles = RULES.filter((rule) => first.contractFiles.some((file) => rule.checkFile(file).length > 0))
  const WRONG = rulesOfFiles.map(({ code }) => code)
  expect(WRONG).toEqual(OF_FILES)
  const before = found(first)
  expect(before.map(unmarked).sort()).toEqual(whole(first).sort())
  expect(before.every(({ message }) => message.endsWith('!') && !message.endsWith('!!'))).toBe(true)
  for (const code of WRONG)
    for (const file of ['one', 'two'])
      expect(before.filter((one) => one.code === code && one.span?.file === `src/server/${file}.api.ts`)).not.toEqual(
        [],
      )
  expect(before.some(({ code, span }) => code === 'tool-name-length' && span?.file.endsWith('.tsx'))).toBe(true)

  analysis.edit('src/server/two.api.ts', wrong('Answers with what was found, the best first.'))
  const second = await analysis.read()
  finished.length = 0
  const after = found(second)
  expect(after.map(unmarked).sort()).toEqual(whole(second).sort())
  expect(after.map(({ code, span }) => `${code} ${span?.file}`)).not.toContain('repeated-name src/server/two.api.ts')
  expect(finished.filter((one) => WRONG.some((code) => one === `${code} src/server/one.api.ts`))).toEqual([])
  analysis.close()
})
