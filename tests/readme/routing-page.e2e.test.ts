/** The app of `docs/guide/routing.md`: its tables are the requests, and its files are built and type-checked. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/guide/routing.md'), 'utf8')
const sources = [...page.matchAll(/^```(?:tsx?|js)\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, path = '', text = '']) => ({
    path,
    text,
  }),
)
const rows = [
  ...page.matchAll(/^\| `([^`]+)` +\| (?:`(\/[^`]*)`|([^|`]+(?:`[^`]+`)?)) +\|(?: (?:`([^`]+)`)? +\|)?$/gm),
].map(([, first = '', path, answer, params]) => ({ first, path, answer: answer?.trim(), params }))
const files = rows.filter(({ first }) => first.startsWith('src/routes/'))
const requests = rows.filter(({ first }) => first.startsWith('/'))

/** Pages that the text only mentions render their name and their parameters. */
const named = (file: string) =>
  `export default (props: { params: object }) => <p>{${JSON.stringify(`${file} `)} + JSON.stringify(props.params)}</p>\n`
const TSCONFIG = readFileSync(join(root, 'tests/cli/apps/conventions/tsconfig.json'), 'utf8')

describe('the routing page', () => {
  let app: string
  let built: { code: number; stderr: string }
  let running: Running
  beforeAll(async () => {
    app = mkdtempSync(join(tmpdir(), 'fw-routing-page-'))
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(app, file)), { recursive: true })
      writeFileSync(join(app, file), text)
    }
    symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'))
    write('package.json', '{ "type": "module" }')
    write('tsconfig.json', TSCONFIG)
    for (const { first } of files) write(first, named(first))
    for (const { path, text } of sources) write(path, text)
    built = await runFw(app, ['build'])
    if (built.code !== 0) throw new Error(built.stderr)
    running = await startFw(app, ['start', '--port', '0'])
  })
  afterAll(async () => {
    await running?.stop('SIGTERM')
    rmSync(app, { recursive: true, force: true })
  })
  const ask = async (path: string) => {
    const response = await fetch(new URL(path, running.url), { redirect: 'manual' })
    const text = (await response.text()).replaceAll('&quot;', '"')
    return { status: response.status, location: response.headers.get('location'), text }
  }

  it('has the tables that this test reads', () => {
    expect([files.length, requests.length, sources.length]).toEqual([8, 6, 5])
  })

  it.each(files)('RTE-06 RTE-07 RTE-12 $first matches $path', async ({ first, path = '', params = '{}' }) => {
    const { status, text } = await ask(path)
    expect(status).toBe(200)
    if (first.includes('=size')) expect(text).toContain('<a href="/orders/7?of=large">10</a>')
    else expect(text).toContain(`${first} ${JSON.stringify(JSON.parse(params))}`)
  })

  it.each(requests)('RTE-18 $first: $answer', async ({ first, answer = '' }) => {
    const { status, location, text } = await ask(first)
    expect(status).toBe(Number(answer.slice(0, 3)))
    const target = /`([^`]+)`/.exec(answer)?.[1] ?? null
    if (status === 200) expect(text).toContain('src/routes/(shop)/cart.tsx {}')
    else expect(location).toBe(target)
  })

  it('type-checks with the generated types, and causes no warnings', () => {
    const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', app], { encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(built.stderr).not.toMatch(/warning|error/)
  })

  it('RTE-14 RTE-17 prints the documented output without a build', () => {
    const shown = /^prints\n\n```json\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
    // Its matcher would be the second argument.
    rmSync(join(app, 'src/routes/sizes'), { recursive: true })
    const { stdout, stderr } = spawnSync(process.execPath, ['router.js'], { cwd: app, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(JSON.parse(shown))
  })
})
