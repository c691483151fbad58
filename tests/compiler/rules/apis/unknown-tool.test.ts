import { expect, it } from 'vitest'
import { applyFixes, check, createChecker } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const APP = {
  'src/server/shop.api.ts': `import { api } from '@fw/runtime'
/** Teas of the shop, the newest first. */
export const list = api({ run: () => ['Assam'] })
`,
  'src/components/cart.tsx': `import { intent } from '@fw/runtime'
export function Cart() {
  intent('add', { description: 'Puts one more of it into the basket.', run: () => null })
  return <button onClick={() => undefined}>Add</button>
}
`,
}

const found = async (files: Readonly<Record<string, string>>) => {
  const { diagnostics } = await check(temporaryApp({ ...APP, ...files }))
  return diagnostics.map(({ code, span, message }) => `${span?.file}:${span?.line}:${span?.column} ${code} ${message}`)
}

const skill = (front: string) => ({ 'src/skills/tea/SKILL.md': `---\nname: tea\n${front}\n---\nBody api.no.tool\n` })
const steps = (...tools: readonly string[]) => ({
  'evals/deep/one.eval.json': JSON.stringify({ name: 'one', steps: tools.map((tool) => ({ tool })) }, null, 2),
})
const agent = (config: string) => ({
  'src/agent.ts': `declare function defineAgent(config: unknown): void
export default defineAgent(${config})
`,
})
const panel = (tools: string) => ({
  'src/components/helper.tsx': `import { Copilot } from '@fw/runtime/client'
export const Helper = () => <Copilot tools={${tools}} />
`,
})
const copilot = (tools: string) => ({
  'src/assistant.ts': `import { createCopilot } from '@fw/runtime/client'
export const copilot = createCopilot({ tools: ${tools} })
`,
})
const channel = (body: string) => ({ 'src/channels/chat.ts': `export default { note: ${body} }\n` })

it.each([
  ['the spellings of a call', steps('api.shop.list', 'shop.list', 'shop__list')],
  ['a step of another form', { 'evals/a.eval.json': '{"name":"a","steps":[{"approve":"$steps[0].result.id"}]}' }],
  ['a scenario without steps', { 'evals/a.eval.json': '[]' }],
  ['a file that is not a scenario', { 'evals/session.json': '{"steps":[{"tool":"no"}]}' }],
  ['a skill', skill('tools: [api.shop.list, Cart.add]\nallowed-tools: Read Bash(git:*) mcp__x__y api.shop.list')],
  ['a skill without frontmatter', { 'src/skills/a.md': '# tools: [no]\n\n---\ntools: [no]\n---\n' }],
  ['a reference beside a skill', { 'src/skills/tea/reference.md': '---\ntools: [no]\n---\n' }],
  [
    'whole names and patterns',
    agent("{ tools: { include: ['api.*', 'api.shop.*', 'Cart.*'], exclude: ['Cart.add'] } }"),
  ],
  ['tools of remote servers', agent("{ mcp: { url: 'https://x.example' }, tools: { include: ['weather', 'x.y'] } }")],
  ['other lists of these names', agent("{ other: { include: ['no'] }, modelOptions: { tools: { include: ['no'] } } }")],
  [
    'tools of the rounds',
    agent(
      "{ prepareStep: () => ({ activeTools: ['api.shop.*'], toolChoice: { type: 'tool', toolName: 'Cart.add' } }) }",
    ),
  ],
  ['lists of other objects', agent("{ modelOptions: { activeTools: ['no'] }, x: { toolName: 'no' } }")],
  ['tools of a panel', panel("{ include: ['api.shop.*'], exclude: ['Cart.add'] }")],
  [
    'attributes of another component',
    { 'src/other.tsx': "/* Copilot */ export const a = <B tools={{ include: ['no'] }} />\n" },
  ],
  ['texts of a channel', channel("['api.shop.list', 'call api.no.tool now', 'api.example.com/v1', 'a.b.c']")],
])('%s is fine', async (_, files) => {
  expect(await found(files)).toEqual([])
})

it.each([
  ['a step', steps('api.shop.list', 'api.shop.lsit'), 'evals/deep/one.eval.json:8:15', 'api.shop.list'],
  ['a list of a skill', skill('tools:\n  - Cart.add\n  - "Cart.ad"'), 'src/skills/tea/SKILL.md:5:5', 'Cart.add'],
  ['a text of a skill', skill('allowed-tools: Read shop.lists'), 'src/skills/tea/SKILL.md:3:21', 'api.shop.list'],
  ['an excluded tool', agent("{ tools: { exclude: ['shop.list'] } }"), 'src/agent.ts:2:49', 'api.shop.list'],
  ['a pattern', agent("{ tools: { include: ['api.shpo.*'] } }"), 'src/agent.ts:2:49', 'api.shop.*'],
  [
    'an own name beside remote ones',
    agent("{ mcp: { url }, tools: { include: ['Cart.ad'] } }"),
    'src/agent.ts:2:63',
    'Cart.add',
  ],
  [
    'a tool of some rounds',
    agent("{ prepareStep: ({ stepNumber }) => (stepNumber > 0 ? undefined : { activeTools: ['api.shop.lists'] }) }"),
    'src/agent.ts:2:109',
    'api.shop.list',
  ],
  [
    'a chosen tool',
    agent("{ toolChoice: { type: 'tool', toolName: 'api.shop.lists' } }"),
    'src/agent.ts:2:68',
    'api.shop.list',
  ],
  ['a filter of the panel', panel("{ include: ['api.shpo.*'] }"), 'src/components/helper.tsx:2:57', 'api.shop.*'],
  ['a filter of a copilot', copilot("{ include: ['Cart.ad'] }"), 'src/assistant.ts:2:59', 'Cart.add'],
  ['a channel', channel("'api.shop.lits'"), 'src/channels/chat.ts:1:24', 'api.shop.list'],
])(
  '%s is reported at its text, with the nearest name; a fix adds no tool to a list',
  async (name, files, place, nearest) => {
    const app = temporaryApp({ ...APP, ...files })
    const checker = createChecker(app)
    const { diagnostics } = await checker.check()
    expect(diagnostics.map(({ code, span }) => `${span?.file}:${span?.line}:${span?.column} ${code}`)).toEqual([
      `${place} unknown-tool`,
    ])
    expect(diagnostics[0]?.message).toContain(`Did you mean "${nearest}"?`)
    expect(diagnostics[0]?.frame).toContain('^')
    for (const [file, text] of applyFixes(diagnostics, checker.textOf).texts) checker.edit(file, text)
    expect((await checker.check()).diagnostics).toHaveLength(['a step', 'an excluded tool'].includes(name) ? 0 : 1)
    checker.close()
  },
)

it('a scenario has no page: page tools are reported, and none of them is suggested', async () => {
  expect(await found(steps('api.shop.list', 'ui_click', 'Cart.add', 'Cart__add', 'ui_clik', 'Cart.ad'))).toEqual([
    'evals/deep/one.eval.json:8:15 unknown-tool "ui_click" is a tool of pages, and a scenario has no page open. Let the agent use it, in a step with "turn" and "path".',
    expect.stringContaining(':11:15 unknown-tool "Cart.add" is a tool of pages,'),
    expect.stringContaining(':14:15 unknown-tool "Cart__add" is a tool of pages,'),
    expect.stringContaining(':17:15 unknown-tool Unknown tool "ui_clik". Run "fw run"'),
    expect.stringContaining(':20:15 unknown-tool Unknown tool "Cart.ad". Run "fw run"'),
  ])
})

it.each(['*', 'ui_*', 'api.shop'])('a filter "%s" fits nothing', async (name) => {
  expect(await found(agent(`{ tools: { include: ['${name}'] } }`))).toHaveLength(1)
})

it('reports no names while a file that may define tools has a syntax error', async () => {
  const said = await found({
    ...steps('Shelf.open'),
    'src/components/shelf.tsx': 'export const Shelf = () => <p>a</b>\n',
  })
  expect(said).toEqual([expect.stringContaining('syntax-error')])
})

it.each([
  ['evals/a.eval.json', '{"name":"a","steps":[{"tool":"shop.no"}]}', '{"name":"a","steps":[{"tool":"shop.list"}]}'],
  ['src/skills/a.md', '---\ntools: [no.such]\n---\n', '---\ntools: [shop.list]\n---\n'],
])('a stored result is not taken once %s has changed', async (file, wrong, right) => {
  const app = temporaryApp({ ...APP, [file]: right })
  const count = async () => (await check({ root: app.root })).diagnostics.length
  expect([await count(), await count()]).toEqual([0, 0])
  app.write(file, wrong)
  expect(await count()).toBe(1)
  app.write(file, right)
  expect(await count()).toBe(0)
})
