/** `fw run` of the installed binary: how it loads the app, and intents of a page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, copyApp } from './support/fixture.ts'

let app: AppCopy
beforeAll(async () => {
  app = copyApp('tally')
  const { code, stderr } = await app.fw('build')
  expect(stderr).not.toContain('Failed')
  expect(code).toBe(0)
})
afterAll(() => app.remove())

test('RUN-01 intents of pages are listed with their guard, and no forbidden one', async () => {
  const { code, stdout } = await app.fw('run')
  expect(stdout.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())).toEqual([
    'Tools:',
    'api.sums.forget [confirm] Forgets all sums.',
    'api.sums.total [auto] Adds numbers.',
    'Tally.add [auto] Adds to the count.',
    'Tally.reset [confirm] Sets the count to nothing.',
    '',
  ])
  expect(code).toBe(0)
})

test('the shell completes the same tools, with their guards', async () => {
  const { stdout } = await app.fw('__complete', 'fish', 'fw', 'run', '')
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replaceAll('\t', ' ')),
  ).toEqual([
    'Tally.add Adds to the count.',
    'Tally.reset [confirm] Sets the count to nothing.',
    'api.sums.forget [confirm] Forgets all sums.',
    'api.sums.total Adds numbers.',
  ])
})

test("CLI-01 RUN-09 RUN-10 an api is called through the app's own middleware, guards, proposals and audit, as an agent", async () => {
  app.write('requests.log', '')
  app.write('audit.log', '')
  expect((await app.fw('run', 'api.sums.total', '--numbers', '[1,2]')).stdout).toBe('{\n  "total": 3\n}\n')
  expect((await app.fw('run', 'api.sums.forget')).code).toBe(1)
  expect(app.read('requests.log').match(/^POST .*$/gm)).toEqual([
    'POST /_fw/api/sums.total agent',
    'POST /_fw/api/sums.forget agent',
  ])
  expect(app.read('audit.log')).toBe('api.sums.total agent auto true\napi.sums.forget agent confirm true parked\n')
})

test('RUN-11 AUT-24 an intent runs in a separate render, as an agent without cookies in ctxFor', async () => {
  for (let time = 0; time < 2; time++) {
    const { code, stdout, stderr } = await app.fw('run', 'Tally.add', '--by', '2')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({ count: 9, who: 'nobody agent' })
    expect(code).toBe(0)
  }
})

test.each([
  ['a value that does not fit', ['run', 'Tally.add', '--by', '1', '--and', '2'], 'no flag --and'],
  ['a missing value', ['run', 'Tally.add'], 'by'],
  ['a forbidden intent', ['run', 'Tally.erase'], 'Unknown tool Tally.erase.'],
  ['an intent that needs a person', ['run', 'Tally.reset', '--reason', 'old'], 'needs the approval of a user'],
])('exits with 1 and an empty stdout for %s', async (_, args, words) => {
  const { code, stdout, stderr } = await app.fw(...args)
  expect(stderr).toContain(words)
  expect(stdout).toBe('')
  expect(code).toBe(1)
})

test('RUN-13 RUN-17 a terminal prompts for the stored call of an intent, without a preview', async () => {
  const { code, text } = await app.fwInTerminal(
    ['run', 'Tally.reset', '--reason', 'old'],
    /approve Tally\.reset \{.*\}\? \[y\/N\] /,
    'y\r',
  )
  const [before = ''] = text.split('? [y/N]')
  expect(before.trim()).toBe('approve Tally.reset {"reason":"old"}')
  expect(text).toContain('"count": 0')
  expect(text).toContain('"reason": "old"')
  expect(code).toBe(0)
})

test('intents of a page that the middleware refuses are neither listed nor run', async () => {
  const middleware = app.read('src/middleware.ts')
  app.write(
    'src/middleware.ts',
    `export default (req: Request) =>
  new URL(req.url).pathname.startsWith('/_fw/') ? undefined : new Response('members only', { status: 403 })
`,
  )
  try {
    const { stdout } = await app.fw('run')
    expect(stdout).toContain('api.sums.total')
    expect(stdout).not.toContain('Tally.')
    const ran = await app.fw('run', 'Tally.add', '--by', '2')
    expect([ran.code, ran.stdout]).toEqual([1, ''])
  } finally {
    app.write('src/middleware.ts', middleware)
  }
})
