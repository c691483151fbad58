/** `fw run` and `fw verify` as an agent of a signed-in user (docs: guide/calls.md), and the title of a call at the prompt. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, copyApp } from '../support/fixture.ts'

const SOURCES: Readonly<Record<string, string>> = {
  'src/session.ts': `import { createSessionStore } from '@fw/runtime/server'

export default createSessionStore<{ user: string; scopes: string[] }>({ secret: 'a-secret-of-the-tests-0123456789' })
`,
  'src/ctx.ts': `import type { Ctx } from '@fw/runtime'

export default (_request: Request, { session }: { session?: unknown }) => {
  const { user, scopes } = (session ?? {}) as { user?: string; scopes?: string[] }
  return { userId: user, scopes }
}
`,
  'src/server/desk.api.ts': `import { api, type Call } from '@fw/runtime'

/** Returns the name of the caller and the scopes. */
export const who = api({ run: async ({ ctx }: Call) => ({ user: ctx.userId ?? 'anonymous', scopes: ctx.scopes ?? [] }) })

/** Closes a ticket for good. */
export const close = api({
  title: ({ ticket }) => 'Close ticket ' + ticket,
  guard: 'confirm',
  scopes: ['staff'],
  run: async ({ input, ctx }: Call<{ ticket: string }>) => ({ closed: input.ticket, by: ctx.userId }),
})
`,
}

const ANN = JSON.stringify({ user: 'ann', scopes: ['staff'] })

let app: AppCopy
beforeAll(async () => {
  app = copyApp('notes')
  for (const [file, text] of Object.entries(SOURCES)) app.write(file, text)
  app.write('ann.json', ANN)
  const { code, stdout, stderr } = await app.fw('build')
  expect([code, stdout + stderr]).toEqual([0, expect.not.stringContaining('Failed')])
})
afterAll(() => app.remove())

test('the caller of fw run is anonymous, or an agent of the user of --session', async () => {
  const anonymous = await app.fw('run', 'api.desk.who')
  expect(JSON.parse(anonymous.stdout)).toEqual({ user: 'anonymous', scopes: [] })
  for (const session of [ANN, 'ann.json']) {
    const { stdout } = await app.fw('run', '--session', session, 'api.desk.who')
    expect(JSON.parse(stdout)).toEqual({ user: 'ann', scopes: ['staff'] })
  }
  const bad = await app.fw('run', '--session', 'nobody.json', 'api.desk.who')
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('File nobody.json not found')])
})

test('tools with scopes are listed as such', async () => {
  const anonymous = await app.fw('run')
  const [callable = '', hidden] = anonymous.stdout.split('Tools whose scopes the caller lacks:\n')
  expect(callable).toContain('api.desk.who')
  expect(callable).not.toContain('api.desk.close')
  expect(hidden).toMatch(/^ {2}api\.desk\.close +\[confirm\] {2}Closes a ticket for good\. {2}\(scopes: staff\)\n$/)
  const staff = await app.fw('run', '--session', ANN)
  expect(staff.stdout).toMatch(/api\.desk\.close +\[confirm\] {2}Closes a ticket for good\. {2}\(scopes: staff\)/)
  expect(staff.stdout).not.toContain('the caller lacks')
  const refused = await app.fw('run', 'api.desk.close', '--ticket', 'T1')
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('api.desk.close needs 1 scope, which the caller lacks: staff.'),
  ])
  expect(refused.stderr).toContain('Call it as a signed-in user: fw run --session')
  const guest = await app.fw('run', '--session', '{"user":"bob","scopes":[]}', 'api.desk.close', '--ticket', 'T1')
  expect(guest.stderr).toContain('Pass the session of a user who has them.')
  const help = await app.fw('run', 'api.desk.close', '--help')
  expect([help.code, help.stdout]).toEqual([0, expect.stringMatching(/Closes a ticket for good\.[\s\S]+--ticket/)])
})

test('a call of a confirm tool still prompts, and names its object by the title of the app', async () => {
  const question = /Close ticket T1\s+approve api\.desk\.close \{"ticket":"T1"\}\? \[y\/N\] /
  const args = ['run', '--session', ANN, 'api.desk.close', '--ticket', 'T1']
  const approved = await app.fwInTerminal(args, question, 'y\r')
  expect([approved.code, approved.text]).toEqual([0, expect.stringContaining('"by": "ann"')])
  const piped = await app.fw(...args)
  expect([piped.code, piped.stderr]).toEqual([1, expect.stringContaining('needs the approval of a user')])
})

test('fw verify renders the pages as the user of --session, and lists the tools with scopes', async () => {
  const anonymous = await app.fw('verify')
  expect([anonymous.code, anonymous.stderr]).toEqual([
    0,
    expect.stringContaining('  api.desk.close: staff (the caller lacks them)'),
  ])
  const staff = await app.fw('verify', '--session', ANN)
  expect([staff.code, staff.stderr]).toEqual([0, expect.stringMatching(/ {2}api\.desk\.close: staff\n/)])
})
