/**
 * Runs every command of `docs/`: those of the guide and the recipes here, in one app; others in the tests of their
 * pages.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { scriptedModel } from '../../runtime/src/testing.ts'
import { REPOSITORY } from '../structure/source-tree.ts'
import { type Page, readPages } from './blocks.ts'
import { LIBRARY_PAGES } from './library-pages.ts'
import { commandsOf, createShell, toPattern } from './run-commands.ts'

const pages = readPages().filter(
  ({ path, blocks }) => !LIBRARY_PAGES.includes(path) && blocks.some(({ language }) => language === 'sh'),
)

/** Pages that form one app together, in this order: the first one creates it. */
const HERE = [
  'guide/start.md',
  'guide/islands.md',
  'guide/apis.md',
  'guide/errors.md',
  'guide/rest.md',
  'guide/endpoints.md',
  'guide/testing.md',
  'recipes/search-page.md',
  'recipes/contact-form.md',
  'recipes/upload.md',
  'recipes/api-keys.md',
  'recipes/mcp-client.md',
  'recipes/add.md',
  'guide/upgrading.md',
  'guide/copilot.md',
  'guide/channels.md',
  'guide/sessions.md',
  'guide/check.md',
  'guide/codemods.md',
  'guide/models/ai-sdk.md',
]

/** For a page with several apps: the files that its commands need. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'guide/copilot.md': [],
  'guide/sessions.md': [],
  'guide/check.md': [],
  'guide/codemods.md': [],
  'guide/models/ai-sdk.md': [],
  'guide/upgrading.md': [],
  'recipes/add.md': [],
  'recipes/mcp-client.md': [],
}

/** Pages whose commands need their own app or host, with the test that runs them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'guide/calls.md': 'tests/cli/run/session.test.ts',
  'guide/cloudflare.md': 'tests/targets/cloudflare-data.e2e.test.ts',
  'guide/coding-agents.md': 'tests/cli/mcp/guide.test.ts',
  'guide/data.md': 'tests/machines/data-doc.e2e.test.ts',
  'guide/compatibility.md': 'tests/docs/compatibility.e2e.test.ts',
  'guide/deno.md': 'tests/targets/target-app.ts',
  'guide/h3.md': 'tests/targets/target-app.ts',
  'guide/head-and-discovery.md': 'tests/readme/head-and-discovery.e2e.test.ts',
  'guide/lambda.md': 'tests/targets/target-app.ts',
  'guide/netlify.md': 'tests/targets/target-app.ts',
  'guide/tutorial.md': 'tests/docs/tutorial.e2e.test.ts',
  'guide/vercel.md': 'tests/targets/target-app.ts',
  'recipes/sign-in.md': 'tests/cli/add/recipes.e2e.test.ts',
  'guide/proposals.md': 'tests/http/proposals/proposals-doc.test.ts',
}

const model = await scriptedModel(['Seventy degrees.', 'Eighty degrees.'])
const shell = createShell({ ...model.env('anthropic'), SUPPORT_SECRET: 'a secret of the support desk' })
const app = join(shell.folder, 'notes')
afterAll(async () => {
  await shell.close()
  await model.close()
})

/**
 * Most files exist from the beginning; those for React, and the tests, are added by the page that installs and builds
 * them.
 */
const isLate = (path: string): boolean => /\.react\.tsx$|^tests\//.test(path)

function writeFiles(page: Page, wanted: (path: string) => boolean): void {
  for (const { path, text } of page.blocks) {
    if (path === undefined || !/\.(?:tsx?|css)$/.test(path) || !wanted(path)) continue
    if (PARTS[page.path]?.includes(path) === false) continue
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
}

test('every page with commands is run by a test', () => {
  expect(pages.map(({ path }) => path)).toEqual([...HERE, ...Object.keys(ELSEWHERE)].sort())
  for (const [page, file] of Object.entries(ELSEWHERE)) {
    expect(existsSync(join(REPOSITORY, file)), file).toBe(true)
    expect(readFileSync(join(REPOSITORY, file), 'utf8'), file).toContain(page)
  }
})

describe('the commands of the guide and the recipes', { timeout: 240_000 }, () => {
  const here = HERE.map((path) => pages.find((page) => page.path === path) as Page)
  for (const page of here)
    test(page.path, async () => {
      writeFiles(page, isLate)
      for (const { text, line: at } of page.blocks.filter(({ language }) => language === 'sh'))
        for (const { line, output } of commandsOf(text)) {
          const place = `docs/${page.path}:${at} ${line}`
          const ran = await shell.run(line)
          expect(ran.code, `${place}\n${ran.output}`).toBe(0)
          if (output !== undefined) expect(ran.output, place).toMatch(toPattern(output))
          // The app exists now: from here on it has the files of all these pages.
          if (line === 'npm install') for (const one of here) writeFiles(one, (path) => !isLate(path))
        }
    })

  test('the model received requests, and the secret is long enough', () => {
    expect(model.left).toBe(0)
    expect(shell.env.SESSION_SECRET).toMatch(/^[\w+/]{43}=$/)
  })
})

test('output that differs from the page is reported', () => {
  const [one, two] = commandsOf('echo a \\\n  b\n# a …\n# c\n\necho d')
  expect([one, two]).toEqual([
    { line: 'echo a b', output: 'a …\nc' },
    { line: 'echo d', output: undefined },
  ])
  expect('a b\nc').toMatch(toPattern(one?.output ?? ''))
  expect('a b\nd').not.toMatch(toPattern(one?.output ?? ''))
  expect('a.b').not.toMatch(toPattern('a+b'))
})
