import { afterAll, expect, it } from 'vitest'
import { applyEdits, createChecker } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'
import { listReach } from './reach.ts'
import { examples, type Files, readPage, WITH_FIX, WITH_FIX_AT_TIMES } from './rule-pages.ts'

const API = 'src/server/shop.api.ts'
const apis = (...lines: readonly string[]): Files => ({
  [API]: `import { api, type Call } from '@fw/runtime'\n\n${lines.join('\n')}\n`,
})
const run = 'run: async () => 1'
const HELPER = 'export function resetPassword(user: string, password: string) {\n  return { user, password }\n}'
const page = (text: string, file = 'src/routes/index.tsx'): Files => ({ [file]: text })
const config = (fields: string): Files => ({ 'fw.config.ts': `export default {\n  ${fields},\n}\n` })
const LIST = apis(`/** Teas. */\nexport const list = api({ ${run} })`)

/** Code that a careless fix would expose, by rule. */
const CASES: readonly (readonly [rule: string, name: string, files: Files])[] = [
  ['api-exported-function', 'a helper with parameters', apis(HELPER)],
  ['api-exported-function', 'a helper without parameters', apis('export async function wipe() {}')],
  [
    'api-exported-function',
    'a documented helper',
    apis('/** Internal. */\nexport function wipe(all: boolean) {\n  return all\n}'),
  ],
  ['api-default-export', 'a named default function', apis(HELPER.replace('export', 'export default'))],
  ['api-default-export', 'an api', apis(`/** Wipes. */\nexport default api({ ${run} })`)],
  ['api-default-export', 'a guarded api', apis(`/** Wipes. */\nexport default api({ guard: 'confirm', ${run} })`)],
  [
    'api-default-export',
    'a default function without a name',
    apis('export default function (id: string) {\n  return id\n}'),
  ],
  ['api-default-export', 'the name of a helper', apis('const wipe = () => 1\nexport default wipe')],
  ['api-unsupported-export', 'a class', apis('export class Vault {\n  open() {\n    return 1\n  }\n}')],
  ['api-unsupported-export', 'an api in a list', apis(`const wipe = api({ ${run} })\nexport { wipe }`)],
  ['api-name', 'an api that no build has opened', apis(`/** Wipes. */\nexport const _wipe = api({ ${run} })`)],
  ['api-name', 'a forbidden api', apis(`/** Wipes. */\nexport const _wipe = api({ guard: 'forbidden', ${run} })`)],
  [
    'api-dynamic-field',
    'a guard',
    apis(`/** Wipes. */\nexport const wipe = api({ guard: process.env.SAFE ? 'auto' : 'confirm', ${run} })`),
  ],
  [
    'undecided-access',
    'an undecided api',
    { ...config("access: 'required'"), ...apis(`/** Wipes. */\nexport const wipe = api({\n  ${run},\n})`) },
  ],
  ['field-value', 'a misspelled access', apis(`/** Wipes. */\nexport const wipe = api({ access: 'publc', ${run} })`)],
  ['missing-description', 'a bare api', apis(`export const wipe = api({ ${run} })`)],
  [
    'missing-description',
    'a note above the api',
    apis(`// Skips the credit check below 50.\nexport const wipe = api({ ${run} })`),
  ],
  [
    'missing-description',
    'an intent',
    {
      'src/components/cart.tsx':
        "import { intent } from '@fw/runtime'\nexport function Cart() {\n  const buy = intent('buy', { run: async () => 1 })\n  return <button onClick={() => buy()}>Buy</button>\n}\n",
    },
  ],
  [
    'missing-description',
    'an action of a store',
    {
      'src/stores.ts':
        "import { defineStore } from '@fw/runtime'\nexport const cart = defineStore({ n: 0 }, { actions: { clear: { run() {} } } })\n",
    },
  ],
  [
    'field-value',
    'a guard that is nearly auto',
    apis(`/** Wipes. */\nexport const wipe = api({ guard: 'auth', ${run} })`),
  ],
  [
    'field-value',
    'another spelling of auto',
    apis(`/** Wipes. */\nexport const wipe = api({ guard: 'Auto', ${run} })`),
  ],
  ['field-value', 'a misspelled readonly', apis(`/** Wipes. */\nexport const wipe = api({ readOnly: true, ${run} })`)],
  [
    'field-value',
    'a misspelled cors',
    apis(`/** Lists. */\nexport const list = api({ corss: ['*'], readonly: true, ${run} })`),
  ],
  ['field-value', 'a misspelled http', apis(`/** Lists. */\nexport const list = api({ htpp: 'POST /list', ${run} })`)],
  [
    'cache-policy',
    'a misspelled cdn',
    page("export const cache = { scope: 'public', cdm: true }\nexport default () => <p>A</p>\n"),
  ],
  [
    'field-value',
    'a misspelled guard and scopes',
    apis(`/** Wipes. */\nexport const wipe = api({ gaurd: 'confirm', scope: ['a'], ${run} })`),
  ],
  [
    'contradicting-fields',
    'both fields',
    apis(`/** Wipes. */\nexport const wipe = api({ readonly: true, effect: 'irreversible', ${run} })`),
  ],
  [
    'cache-policy',
    'a scope that is nearly public',
    page("export const cache = { scope: 'publc' }\nexport default () => <p>A</p>\n"),
  ],
  ['cache-policy', 'no scope', page('export const cache = { maxAge: 60 }\nexport default () => <p>A</p>\n')],
  [
    'cache-policy',
    'a misspelled field',
    page("export const cache = { scop: 'public', maxage: 60 }\nexport default () => <p>A</p>\n"),
  ],
  [
    'cache-policy',
    'a misspelled scope with a constant',
    page("const SHARED = 'public'\nexport const cache = { scop: SHARED }\nexport default () => <p>A</p>\n"),
  ],
  [
    'cache-policy',
    'a misspelled scope in short form',
    page("const scop = 'public'\nexport const cache = { scop }\nexport default () => <p>A</p>\n"),
  ],
  [
    'cache-policy',
    'a constant that is nearly public',
    page("const SHARED = 'publc'\nexport const cache = { scope: SHARED }\nexport default () => <p>A</p>\n"),
  ],
  [
    'route-export',
    'a misspelled cache',
    page("export const caches = { scope: 'public' }\nexport default () => <p>A</p>\n"),
  ],
  [
    'route-export',
    'the cache policy of another framework',
    page("export const cachePolicy = { scope: 'public' }\nexport default () => <p>A</p>\n"),
  ],
  [
    'route-default-export',
    'a component among the pages',
    page('export function Secrets() {\n  return <p>A</p>\n}\n', 'src/routes/admin/secrets.tsx'),
  ],
  [
    'route-default-export',
    'a layout',
    {
      ...page('export function Layout() {\n  return <p>A</p>\n}\n', 'src/routes/_layout.tsx'),
      ...page('export default () => <p>A</p>\n'),
    },
  ],
  [
    'convention-default-export',
    'a ctx of the system',
    { 'src/ctx.ts': "export const systemCtx = () => ({ userId: 'system', scopes: ['admin'] })\n" },
  ],
  ['convention-default-export', 'a feed of drafts', { 'src/feed.ts': 'export const drafts = { items: () => [] }\n' }],
  [
    'convention-default-export',
    'an agent of another name',
    {
      'src/agent.ts':
        "declare function defineAgent(config: object): object\nexport const adminAgent = defineAgent({ tools: { include: ['api.*'] } })\n",
    },
  ],
  ...['agent', 'ws', 'mcp', 'feed'].map(
    (name) =>
      [
        'convention-default-export',
        `the endpoint of src/${name}.ts`,
        {
          [`src/${name}.ts`]: `declare function define(config: object): object\nexport const ${name === 'ws' ? 'websocket' : name} = define({ tools: { include: ['api.*'] }, path: '/live' })\n`,
        },
      ] as const,
  ),
  ['unknown-hook', 'who may approve', { 'src/hooks.ts': 'export const canSetle = () => true\n' }],
  ['unknown-hook', 'who is signed in', { 'src/hooks.ts': "export const subjectsOf = () => 'someone'\n" }],
  ['unknown-hook', 'whose token counts', { 'src/hooks.ts': 'export const verifyBearers = () => true\n' }],
  ['config-invalid', 'who may approve', config("aprovals: 'open'")],
  ['config-invalid', 'which proxies count', config('trustProxi: true')],
  ['config-invalid', 'which hosts count', config("allowedHost: ['shop.example']")],
  ['config-invalid', 'the address', config("sitUrl: 'https://shop.example'")],
  [
    'shadowed-path-rule',
    'rewrites',
    {
      ...config("rewrites: [{ from: '/x/[...path]', to: '/' }, { from: '/x/a', to: '/secret' }]"),
      ...page('export default () => <p>A</p>\n'),
      ...page('export default () => <p>A</p>\n', 'src/routes/secret.tsx'),
    },
  ],
  [
    'unknown-tool',
    'a filter',
    {
      ...LIST,
      'src/agent.ts':
        "declare function defineAgent(config: object): object\nexport default defineAgent({ tools: { include: ['api.shop.lists'], exclude: ['api.shop.lits'] } })\n",
    },
  ],
  [
    'unknown-tool',
    'a pattern',
    {
      ...LIST,
      'src/agent.ts':
        "declare function defineAgent(config: object): object\nexport default defineAgent({ tools: { include: ['api.shpo.*'] } })\n",
    },
  ],
  [
    'unknown-tool',
    'a channel',
    {
      ...LIST,
      'src/channels/desk.ts':
        "declare function webhookChannel(config: object): object\nexport default webhookChannel({ tools: ['api.shop.lits'] })\n",
    },
  ],
  [
    'unknown-tool',
    'a skill',
    {
      ...LIST,
      'src/skills/teas.md': '---\nname: teas\ndescription: Lists teas.\ntools:\n  - api.shop.lits\n---\n\nText.\n',
    },
  ],
  [
    'unknown-tool',
    'a scenario',
    { ...LIST, 'evals/list.eval.json': '{ "name": "list", "steps": [{ "tool": "api.shop.lits", "input": {} }] }\n' },
  ],
  [
    'unrepresentable-type',
    'an expression',
    apis(
      `/** Finds. */\nexport const find = api({ run: async ({ input }: Call<{ by: RegExp }>) => String(input.by) })`,
    ),
  ],
  ['env-type', 'a variable that may be null', { 'src/env.ts': 'export interface Env {\n  PORT: number | null\n}\n' }],
  [
    'package-config',
    'a field that is not read',
    { 'package.json': '{\n  "name": "tea",\n  "fw": { "title": "Tea" }\n}\n', 'fw.config.ts': 'export default {}\n' },
  ],
  [
    'invalid-schedule',
    'a misspelled value',
    {
      'src/schedules.ts':
        "import { schedule } from '@fw/runtime'\nexport const a = schedule({ every: '5m', missed: 'run-onec', run: () => undefined } as never)\n",
    },
  ],
]

const app = temporaryApp({}, afterAll)
const checker = createChecker(app)
afterAll(checker.close)
let present: readonly string[] = []
const fixed = new Set<string>()

/** Lists the fixes that a rule offers for an app, in `fw check --fix` and in the editor. */
async function findFixes(rule: string, files: Files) {
  for (const file of present) app.write(file, undefined)
  for (const [file, text] of Object.entries(files)) app.write(file, text)
  checker.invalidate([...present, ...Object.keys(files)])
  present = Object.keys(files)
  const found = (await checker.check()).diagnostics.filter(({ code }) => code === rule)
  expect(found).not.toEqual([])
  return found.flatMap(({ fixes = [] }) => fixes)
}

const PAGES = [...WITH_FIX, ...WITH_FIX_AT_TIMES].map(
  (rule) => [rule, 'its own example', examples(readPage(rule), 'Incorrect')] as const,
)

it.each([...CASES, ...PAGES])('no fix of %s opens anything: %s', async (rule, _, files) => {
  const before = listReach(files)
  for (const { title, edits } of await findFixes(rule, files)) {
    fixed.add(rule)
    const after = { ...files }
    for (const file of new Set(edits.map(({ span }) => span.file)))
      after[file] = applyEdits(
        files[file] ?? '',
        edits.filter(({ span }) => span.file === file),
      )
    expect(after, title).not.toEqual(files)
    expect(
      [...listReach(after)].filter((line) => !before.has(line)),
      title,
    ).toEqual([])
  }
})

it('every rule with a fix is among these cases', () => {
  expect([...WITH_FIX, ...WITH_FIX_AT_TIMES].filter((rule) => !fixed.has(rule))).toEqual([])
})
