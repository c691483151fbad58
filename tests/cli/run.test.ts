import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppCopy, copyApp, runFw, typeInBash } from './support/fixture.ts'

let app: AppCopy
beforeAll(async () => {
  app = copyApp('notes')
  const { code, stderr } = await app.fw('build')
  expect(stderr).not.toContain('Failed')
  expect(code).toBe(0)
})
afterEach(() => rmSync(join(app.root, 'notes.log'), { force: true }))
afterAll(() => app.remove())

const APPROVE = /approve api\.notes\.clear \{.*\}\? \[y\/N\] /

describe('fw run', () => {
  it('RUN-01 RUN-12 CLI-10 lists callable tools with guard and description, and no forbidden one', async () => {
    const { code, stdout } = await app.fw('run')
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())).toEqual([
      'Tools:',
      'api.notes.add [auto] Adds a note.',
      'api.notes.clear [confirm] Removes every note.',
      'api.notes.count [auto] Counts the notes.',
      'api.notes.fail [auto] Throws.',
      'api.notes.sell [auto] Throws an error with a code of its own.',
      '',
    ])
  })

  it('RUN-18 RUN-19 RUN-02 prints the result as JSON on stdout and nothing else there', async () => {
    const { code, stdout, stderr } = await app.fw(
      'run',
      'api.notes.add',
      '--text',
      'tea',
      '--copy-count',
      '2',
      '--loud',
      'false',
    )
    expect(JSON.parse(stdout)).toEqual({ added: { text: 'tea', copyCount: 2, loud: false } })
    expect(stderr).toContain('this line is not the result')
    expect(code).toBe(0)
    expect(app.read('notes.log')).toBe('add {"text":"tea","copyCount":2,"loud":false}\n')
  })

  it('RUN-06 shows flags and enum members in --help, and runs nothing', async () => {
    const { code, stdout } = await app.fw('run', 'api.notes.add', '--help')
    expect(code).toBe(0)
    expect(stdout).toContain('--color <red|green>')
    expect(stdout).toContain('--text <text>')
    expect(stdout).toContain('@letter.txt reads a file, - reads stdin.')
    expect(app.read('notes.log')).toBe('')
  })

  it.each([
    ['RUN-20 an unknown tool', ['run', 'api.notes.nothing'], 'Unknown tool api.notes.nothing'],
    ['RUN-12 a forbidden tool', ['run', 'api.notes.wipe'], 'Unknown tool api.notes.wipe'],
    ['RUN-21 RUN-07 an undeclared flag', ['run', 'api.notes.add', '--colour', 'red'], 'no flag --colour'],
    ['RUN-08 a missing value, by the pipeline', ['run', 'api.notes.add'], 'text'],
    ['RUN-23 a tool that threw', ['run', 'api.notes.fail'], 'broken on purpose'],
    ['an error with an own code', ['run', 'api.notes.sell'], 'api.notes.sell: The last note is sold.'],
  ])('exits with 1 and an empty stdout for %s', async (_what, args, words) => {
    const { code, stdout, stderr } = await app.fw(...args)
    expect(stderr).toContain(words)
    expect(stdout).toBe('')
    expect(code).toBe(1)
    expect(app.read('notes.log')).toBe('')
  })

  it('RUN-15 RUN-22 without a terminal a confirm tool exits with 1 and nothing runs, with any piped input', async () => {
    const { code, stdout, stderr } = await app.fw('run', 'api.notes.clear', '--reason', 'old')
    expect(stderr).toContain('needs the approval of a user')
    expect(stdout).toBe('')
    expect(code).toBe(1)
    expect(app.read('notes.log')).toBe('')
  })

  it('RUN-05 reads texts from files, relative to the working directory, and JSON from its input', async () => {
    // Not among the sources, which would then be newer than the build.
    const folder = join(app.root, 'letters')
    mkdirSync(folder)
    writeFileSync(join(folder, 'letter.txt'), 'Dear all,\n@home.\n')
    const args = ['run', 'api.notes.add', '--text', '@letter.txt', '--tags', '-']
    const { code, stdout } = await runFw(folder, args, {}, '["a", "@b"]\n')
    expect(JSON.parse(stdout)).toEqual({ added: { text: 'Dear all,\n@home.\n', tags: ['a', '@b'] } })
    expect(code).toBe(0)
  })

  it('RUN-21 a missing file runs nothing, and the message explains how to write a text with @', async () => {
    const { code, stdout, stderr } = await app.fw('run', 'api.notes.add', '--text', '@someone')
    expect(stderr).toContain('--text: the file someone does not exist.')
    expect(stderr).toContain('--text @@someone')
    expect([code, stdout, app.read('notes.log')]).toEqual([1, '', ''])
  })

  it('RUN-16 no flag approves', async () => {
    for (const flag of ['--yes', '--approve', '-y']) {
      const { code } = await app.fw('run', 'api.notes.clear', '--reason', 'old', flag)
      expect(code).toBe(1)
    }
    expect(app.read('notes.log')).toBe('')
  })
})

describe('fw run in a terminal', () => {
  it('RUN-13 RUN-14 asks, showing the stored call, and runs it once on y', async () => {
    const { code, text } = await app.fwInTerminal(['run', 'api.notes.clear', '--reason', 'old'], APPROVE, 'y\r')
    expect(text).toContain('approve api.notes.clear {"reason":"old"}? [y/N] ')
    expect(text).toContain('"cleared": true')
    expect(code).toBe(0)
    expect(app.read('notes.log')).toBe('clear old\n')
  })

  it.each([
    ['nothing', '\r'],
    ['Y', 'Y\r'],
    ['yes', 'yes\r'],
    ['a blank and y', ' y\r'],
    ['n', 'n\r'],
    ['the end of input', '\u0004'],
    ['Ctrl-C', '\u0003'],
  ])('RUN-14 RUN-22 %s does not run it', async (_what, typed) => {
    const { code, text } = await app.fwInTerminal(['run', 'api.notes.clear', '--reason', 'old'], APPROVE, typed)
    expect(text).toContain('Nothing ran')
    expect(code).toBe(1)
    expect(app.read('notes.log')).toBe('')
  })

  it('what could fool the reader of the question is shown as an escape', async () => {
    const reason = 'a\u202eb\u001b[2Kc\nd'
    const { text } = await app.fwInTerminal(['run', 'api.notes.clear', '--reason', reason], APPROVE, 'n\r')
    expect(text).toContain('{"reason":"a\\u202eb\\u001b[2Kc\\nd"}? [y/N]')
  })

  it('typed text up to Ctrl-D is the input, and prompts are impossible after that', async () => {
    const args = ['run', 'api.notes.clear', '--reason', '-']
    const { code, text } = await app.fwInTerminal(args, /Press Ctrl-D to finish/, 'too old\r\u0004')
    expect(text).toContain('needs the approval of a user')
    expect(code).toBe(1)
    expect(app.read('notes.log')).toBe('')
  })

  it('an auto tool is not asked about', async () => {
    const { code, text } = await app.fwInTerminal(['run', 'api.notes.count'])
    expect(text).not.toContain('[y/N]')
    expect(text).toContain('"count": 0')
    expect(code).toBe(0)
  })
})

describe('completion in bash', () => {
  it('completes a tool, its flags, the members of an enum and a file, and the completed command runs', async () => {
    mkdirSync(join(app.root, 'mail'))
    writeFileSync(join(app.root, 'mail/letter.txt'), 'Dear all')
    const { text } = await typeInBash(app.root, [
      'eval "$(fw completion bash)"\r',
      ['complete -p fw\r', 'complete -F _fw fw'],
      // Files of the app where a command takes files.
      ['fw eval packa\t', 'fw eval package.json '],
      '\u0015',
      ['fw run notes.a\t', 'fw run notes.add '],
      ['--te\t', '--text '],
      ['@ma\t', '@mail/'],
      ['l\t', 'letter.txt '],
      ['--color=r\t', '--color=red '],
      ['--cop\t', '--copy-count '],
      '2\r',
    ])
    expect(JSON.parse(/\{\s*"added"[\s\S]*?\}\s*\}/.exec(text)?.[0] ?? 'null')).toEqual({
      added: { text: 'Dear all', color: 'red', copyCount: 2 },
    })
  })
})

describe('fw run on sources that are newer than the build', () => {
  it('runs the current content of the files', async () => {
    const file = join(app.root, 'src/server/notes.api.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace('/** Throws. */', '/** Throws, as of now. */'))
    const { code, stdout, stderr } = await app.fw('run', 'api.notes.fail', '--help')
    expect(stdout).toContain('Throws, as of now.')
    expect(stderr).not.toContain('Failed')
    expect(code).toBe(0)
  })
})

describe('an app with a type error in one api', () => {
  const files = {
    'src/server/good.api.ts': `import { api, type Call } from '@fw/runtime'
/** Adds two numbers, which may be negative. */
export const add = api({ run: async ({ input }: Call<{ a: number; b: number }>) => ({ sum: input.a + input.b }) })
`,
    'src/server/bad.api.ts': `import { api, type Call } from '@fw/runtime'
/** Returns every row that matches a pattern. */
export const find = api({ run: async ({ input }: Call<{ by: RegExp }>) => ({ found: String(input.by) }) })
/** Returns the first row of the order with this number. */
export const first = api({ run: async ({ input }: Call<{ order: \`order-\${string}\` }>) => ({ row: input.order }) })
`,
    'src/server/far.api.ts': `import { api, type Call } from '@fw/runtime'
import type { Filter } from './filter.ts'
/** Counts every row that a filter takes. */
export const count = api({ run: async ({ input }: Call<Filter>) => ({ rows: String(input.by).length }) })
/** Returns the name of the table. */
export const table = api({ run: async () => ({ name: 'rows' }) })
`,
    'src/torn.tsx': `import { intent, type IntentCall, useStore } from '@fw/runtime'
import { torn } from './stores.ts'
export default function Torn() {
  const [state] = useStore(torn)
  const good = intent('good', { description: 'Doubles a number.', run: ({ input }: IntentCall<{ by: number }>) => input.by * 2 })
  const bad = intent('bad', { description: 'Matches a pattern.', run: ({ input }: IntentCall<{ by: RegExp }>) => String(input.by) })
  return <button type="button" onClick={() => { void good({ by: 1 }); void bad({ by: /a/ }) }}>{state.lines.length}</button>
}
`,
    'src/stores.ts': `import { defineStore, type StoreCall } from '@fw/runtime'
interface Lines { lines: string[] }
export const torn = defineStore({ lines: [] } as Lines, {
  description: 'Lines.',
  actions: {
    clear: { description: 'Removes every line.', run: ({ set }: StoreCall<Lines>) => set('lines', []) },
    match: { description: 'Matches a pattern.', run: ({ input }: StoreCall<Lines, { by: WeakMap<object, string> }>) => { String(input.by) } },
  },
})
`,
    'src/routes/torn.tsx':
      "import Torn from '../torn.tsx'\nexport const meta = { title: 'Torn' }\nexport default () => <Torn />\n",
    'src/server/filter.ts': 'export interface Filter {\n  by: WeakMap<object, string>\n}\n',
  }
  let torn: AppCopy
  beforeAll(() => {
    torn = copyApp('notes')
    for (const [file, text] of Object.entries(files)) torn.write(file, text)
  })
  afterAll(() => torn.remove())
  const findings = (text: string) => text.match(/error unrepresentable-type/g)?.length

  it('lists the tools of the other modules, and reports the error once', async () => {
    const { code, stdout, stderr } = await torn.fw('run')
    expect(stdout).toMatch(/^ *api\.good\.add /m)
    expect(stdout).not.toContain('api.bad.find')
    expect(stdout).not.toContain('api.far.count')
    expect([code, findings(stderr)]).toEqual([0, 4])
  })

  it('runs them', async () => {
    const { code, stdout } = await torn.fw('run', 'api.good.add', '--a', '1', '--b', '2')
    expect([code, JSON.parse(stdout)]).toEqual([0, { sum: 3 }])
  })

  it('lists and runs the others of the same file', async () => {
    const { stdout: list } = await torn.fw('run')
    expect(list).toMatch(/^ *api\.bad\.first /m)
    expect(list).toMatch(/^ *api\.far\.table /m)
    const { code, stdout } = await torn.fw('run', 'api.bad.first', '--order', 'order-1')
    expect([code, JSON.parse(stdout)]).toEqual([0, { row: 'order-1' }])
  })

  it('refuses an input of the others by its type, as the source writes it', async () => {
    const { code, stdout, stderr } = await torn.fw('run', 'api.bad.first', '--order', '1')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('order: must be a string of the form `order-$' + '{string}`')
  })

  it('lists and runs the intents and actions beside one with an error, and refuses that one', async () => {
    const { stdout, stderr } = await torn.fw('run')
    for (const tool of ['Torn.good', 'torn.clear']) expect(stdout).toContain(` ${tool} `)
    for (const tool of ['Torn.bad', 'torn.match']) expect(stdout).not.toContain(tool)
    expect(findings(stderr)).toBe(4)
    const ran = await torn.fw('run', 'Torn.good', '--by', '4')
    expect([ran.code, JSON.parse(ran.stdout)]).toEqual([0, 8])
    const refused = await torn.fw('run', 'Torn.bad', '--by', '4')
    expect([refused.code, refused.stdout]).toEqual([1, ''])
  })

  it('refuses the one with the error, which is reported once', async () => {
    const { code, stdout, stderr } = await torn.fw('run', 'api.bad.find', '--by', 'x')
    expect([code, stdout, findings(stderr)]).toEqual([1, '', 4])
    expect(stderr).toContain('RegExp')
  })
})
