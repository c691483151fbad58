/** Nothing from outside steers the terminal of the person who runs `fw`: names of files, errors of browsers, results, agents. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppCopy, copyApp, startFw } from './support/fixture.ts'

/** Erases a line, sets the title of the window, moves the cursor, hides text, and the same by 8-bit and bidi characters. */
const HOSTILE = '\u001b[2K\u001b]0;x\u0007\u001b[8m\u009b2J\u202e\r'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
const STEERS = /[\u0007\u0080-\u009f\u202e]|\u001b(?!\[(?:\d|[23]\d)m)|\r(?!\n)/

let app: AppCopy
beforeAll(() => {
  app = copyApp('notes')
  mkdirSync(join(app.root, 'evals'), { recursive: true })
})
afterAll(() => app.remove())

/** Progress overwrites its own line; that is ours. */
const withoutProgress = (text: string) => text.replaceAll('\r\u001b[2K', '')

it('a report of a browser is one line of visible characters', async () => {
  const dev = await startFw(app.root, ['dev', '--port', '0'])
  const report = {
    kind: 'browser',
    name: `Error${HOSTILE}`,
    message: `broken${HOSTILE}\nerror: a second line`,
    stack: `Error\n    at run${HOSTILE} (${dev.url}/src/x.ts:1:1)`,
    path: `/notes${HOSTILE}`,
  }
  const body = JSON.stringify(report)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${dev.url}/_fw/dev/errors`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  await expect.poll(() => dev.log()).toContain('browser: Error')
  const { stderr } = await dev.stop('SIGTERM')
  expect(stderr).not.toMatch(STEERS)
  expect(stderr).not.toMatch(/^error: a second line/m)
  expect(stderr).toContain('broken\\u001b[2K')
})

it.each([
  ['check', ['check'], `src/server/a${HOSTILE.replace('\r', '')}.api.ts`, 'export default 1\n'],
  ['check --fix', ['check', '--fix'], `src/server/b${HOSTILE.replace('\r', '')}.api.ts`, 'export const a = 1\n'],
  ['codemod', ['codemod', 'zod-input-to-type', '--dry-run'], `src/c${HOSTILE}.ts`, "import { z } from 'zod'\n"],
  [
    'eval',
    ['eval'],
    'evals/hostile.eval.json',
    JSON.stringify({ name: `hostile${HOSTILE}`, steps: [{ tool: 'api.notes.none', input: { text: HOSTILE } }] }),
  ],
])('a terminal shows what "fw %s" prints as it is: %j', async (_, args, file, text) => {
  writeFileSync(join(app.root, file), text)
  expect(existsSync(join(app.root, file))).toBe(true)
  const shown = await app.fwInTerminal(args)
  expect(withoutProgress(shown.text)).not.toMatch(STEERS)
  const { stderr } = await app.fw(...args)
  expect(stderr).not.toMatch(STEERS)
})
