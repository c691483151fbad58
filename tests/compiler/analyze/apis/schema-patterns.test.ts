/** Patterns of builders and Standard Schemas are matched against untrusted input, as those of `@pattern` are. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const HEAD = "import { api, list, obj, schema, str } from '@fw/runtime'\nimport { z } from 'zod'\n"
const SLOW = String.raw`^(\w+\s?)*$`
const FIELDS = `import { str } from '@fw/runtime'
export const words = str({ pattern: /${SLOW}/ })
export const fields = { words }
export function wordsUpTo(max: number) { return str({ max, pattern: '${SLOW.replaceAll('\\', '\\\\')}' }) }
`

type Row = readonly [title: string, input: string, at: string, before?: string]
const SLOW_INPUTS: readonly Row[] = [
  ['a string', `schema({ a: str({ pattern: String.raw\`x\` }), b: str({ pattern: '^(a+)+$' }) })`, "'^(a+)+$'"],
  ['a regular expression', 'schema({ a: str({ pattern: /^(a+)+$/ }) })', '/^(a+)+$/'],
  ['a regular expression with flags', 'schema({ a: str({ pattern: /^[a-z]*[A-Z]*$/i }) })', '/^[a-z]*[A-Z]*$/i'],
  [
    'a regular expression that is invalid with the flag u',
    String.raw`schema({ a: str({ pattern: /^([\w-.]+)+$/ }) })`,
    String.raw`/^([\w-.]+)+$/`,
  ],
  ['nested builders', 'schema({ a: obj({ b: list(str({ pattern: /^a*a*$/ }).optional()) }) })', '/^a*a*$/'],
  ['a constant', 'schema({ a: str({ pattern: SLOW }) })', 'SLOW', "const SLOW = '^(a+)+$'"],
  ['a template', 'schema({ a: str({ pattern: `^$' + '{PART}+$` }) })', '`^$' + '{PART}+$`', "const PART = '(a+)'"],
  ['a schema elsewhere in the file', 'input', '/^(a+)+$/', 'const input = schema({ a: str({ pattern: /^(a+)+$/ }) })'],
  [
    'a function of the file',
    'schema({ a: word(3) })',
    '/^(a+)+$/',
    'const word = (max: number) => str({ max, pattern: /^(a+)+$/ })',
  ],
  ['zod', 'z.object({ a: z.string().regex(/^(a+)+$/) })', '/^(a+)+$/'],
  ['patternProperties', "{ ...schema({}), '~json': { patternProperties: { '^(a+)+$': {} } } }", "'^(a+)+$'"],
]
const ELSEWHERE: readonly (readonly [title: string, input: string])[] = [
  ['an imported builder', 'schema({ a: words })'],
  ['an imported object', 'schema({ a: fields.words })'],
  ['an imported function', 'schema({ a: wordsUpTo(3) })'],
]

const source = (input: string, before = '') =>
  `${HEAD}${before}\n/** Answers. */\nexport const ask = api({ input: ${input}, run: async () => 1 })\n`
const codes = [
  ...SLOW_INPUTS.map(([, input, , before]) => source(input, before)),
  ...ELSEWHERE.map(([, input]) => source(input, "import { fields, words, wordsUpTo } from './fields.ts'")),
]
let checked: Awaited<ReturnType<typeof check>>
beforeAll(async () => {
  const files = codes.map((code, index) => [`src/server/p${index}.api.ts`, code] as const)
  checked = await check(temporaryApp({ ...Object.fromEntries(files), 'src/server/fields.ts': FIELDS }, afterAll))
})

it.each(SLOW_INPUTS.map((row, index) => [row[0], index] as const))('a slow pattern is an error: %s', (_, index) => {
  const found = checked.diagnostics.filter(({ span }) => span?.file === `src/server/p${index}.api.ts`)
  expect(found.map(({ code, severity }) => [code, severity])).toEqual([['slow-pattern', 'error']])
  const [{ span } = {}] = found
  expect(codes[index]?.slice(span?.start, span?.end)).toBe(SLOW_INPUTS[index]?.[2])
})

it('a slow pattern in another file is an error there, for all apis that use it', () => {
  const found = checked.diagnostics.filter(({ span }) => span?.file === 'src/server/fields.ts')
  expect(found.map(({ code }) => code)).toEqual(['slow-pattern', 'slow-pattern'])
  const tools = found.flatMap((one) => one.tools ?? [])
  for (const index of ELSEWHERE.keys()) expect(tools).toContain(`api.p${SLOW_INPUTS.length + index}.ask`)
})

it('fast patterns have no diagnostics', async () => {
  const code = source(String.raw`schema({ a: str({ pattern: /^[\w-.]+$/ }), b: str({ pattern: '^\\d+$' }) })`)
  const { diagnostics } = await check(temporaryApp({ 'src/server/fast.api.ts': code }))
  expect(diagnostics).toEqual([])
})

it('a pattern in the code of a refinement is not one of the schema', async () => {
  const before = 'const clean = (text: string) => text.replace(/(a+)+$/, "")'
  const code = source('z.object({ a: z.string().refine((text) => clean(text) !== "") })', before)
  const { diagnostics } = await check(temporaryApp({ 'src/server/refined.api.ts': code }))
  expect(diagnostics).toEqual([])
})
