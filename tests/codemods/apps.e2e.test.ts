import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { linkPackages, runFw, startFw } from '../cli/support/fixture.ts'

const TSC = fileURLToPath(new URL('../../node_modules/@typescript/native/bin/tsc', import.meta.url))
const APPS = fileURLToPath(new URL('apps', import.meta.url))

/** Copies an app of another framework, with the packages that it will need. */
function appIn(name: string): string {
  const root = mkdtempSync(join(tmpdir(), `fw-${name}-`))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(join(APPS, name), root, { recursive: true })
  return root
}

/** Runs codemods as a developer does, and returns their output. */
async function migrate(root: string, ...ids: readonly string[]): Promise<string> {
  const output: string[] = []
  for (const id of ids) {
    const { code, stderr } = await runFw(root, ['codemod', id])
    expect([id, code, stderr]).toEqual([id, 0, stderr])
    output.push(stderr)
  }
  return output.join('')
}

/** Builds without any warning (the check before it would print one), and passes TypeScript. */
async function build(root: string): Promise<void> {
  linkPackages(root)
  const { code, stdout, stderr } = await runFw(root, ['build'])
  expect(`${stdout}${stderr}`).not.toMatch(/\b(?:error|warning)\b/i)
  expect(code).toBe(0)
  const types = spawnSync(process.execPath, [TSC, '-p', root], { encoding: 'utf8' })
  expect(types.stdout).toBe('')
}

const call = async (root: string, ...args: readonly string[]) =>
  JSON.parse((await runFw(root, ['run', ...args])).stdout)

describe('migrations of whole apps', { timeout: 240_000 }, () => {
  it('VER-04 express-routes-to-api: the app builds, and its routes are tools', async () => {
    const root = appIn('express-notes')
    const output = await migrate(root, 'express-routes-to-api')
    expect(output).toContain('1 location to change by hand:\n  src/async-handler.ts:2 ')
    await build(root)
    const { stdout } = await runFw(root, ['run'])
    const tools = 'create getById list removeById replaceById updatePinnedById'.split(' ')
    for (const name of tools) expect(stdout).toContain(`  api.notes.${name} `)
    expect(await call(root, 'api.stats.list')).toEqual({ notes: 0, tags: 1 })
    expect(await call(root, 'api.tags.create', '--name', 'work', '--color', '#400')).toMatchObject({ name: 'work' })
  })

  it('VER-04 mcp-server-tools-to-api, then zod-input-to-type: the app builds, and its tools are apis', async () => {
    const root = appIn('weather-mcp')
    const output = await migrate(root, 'mcp-server-tools-to-api', 'zod-input-to-type')
    expect(output.match(/\d+ locations? to change/g)).toEqual(['2 locations to change'])
    expect(output).toContain('  package.json Remove bin:')
    expect(output).toMatch(/ {2}src\/server\/tools\.api\.ts:\d+ The transport no longer protects these tools: /)
    await build(root)
    const { stdout } = await runFw(root, ['run'])
    expect(stdout).toContain('  api.tools.dismissAlert  [confirm]  Take an alert off the list.')
    expect(stdout).toMatch(/ {2}api\.tools\.getAlerts +\[confirm\] /)
    expect(await call(root, 'api.tools.getForecast', '--place', 'bergen', '--days', '1')).toEqual({
      place: 'Bergen',
      days: [{ day: 0, celsius: 10 }],
    })
    const { code, stderr } = await runFw(root, ['run', 'api.tools.getAlerts', '--state', 'New York'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('state')])
  })

  it('VER-04 next-pages-to-routes: the app builds, its pages show what they did, and React is where something happens', async () => {
    const root = appIn('next-journal')
    expect(await migrate(root, 'next-pages-to-routes')).not.toContain('to change by hand')
    await build(root)
    const server = await startFw(root, ['start', '--port', '0'])
    onTestFinished(async () => void (await server.stop('SIGTERM')))
    const page = async (path: string) => {
      const response = await fetch(new URL(path, server.url), { headers: { accept: 'text/html' } })
      return { status: response.status, html: await response.text() }
    }
    const home = await page('/')
    expect(home.html).toContain('<title id="fw-title">Journal</title>')
    expect(home.html).toMatch(
      /<ul class="_list_\w+"><li style="margin-top:8px;line-height:1.4"><a href="\/posts\/seeds"/,
    )
    expect(home.html).not.toContain('type="module"')
    const post = await page('/posts/ice')
    expect(post.html).toContain('>Ice on the lake | Journal</title>')
    expect(post.html).toContain('<div><p>It <em>holds</em>.</p></div><fw-island')
    expect((await page('/posts/none')).status).toBe(404)
    expect((await page('/search?q=ice')).html).toContain('<ol><li><a href="/posts/ice">Ice on the lake</a></li></ol>')
    expect((await page('/search?q=everything')).html).toBe(home.html)
    expect((await page('/tags')).html).toContain('<ul class="tags"><li>winter</li>')
    expect(await call(root, 'api.likes-id.create', '--id', 'ice')).toEqual({ likes: 3 })
  })
})
