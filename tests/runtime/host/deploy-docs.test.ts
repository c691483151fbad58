/** What `docs/guide/deploy.md` promises in figures and examples; the rest is proved where the behaviour is tested. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { FwConfig } from '../../../runtime/src/contract/config/config.ts'
import { HEALTH_PATH, READY_PATH } from '../../../runtime/src/contract/http/path.ts'
import { MAX_HEADER_BYTES } from '../../../runtime/src/host/listening.ts'
import { resolveHosting } from '../../../runtime/src/host/timeouts.ts'
import { createProxyTrust } from '../../../runtime/src/identity/proxy-trust.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(repository, 'docs/guide/deploy.md'), 'utf8')
const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)

/** The rows of the table whose head begins with this cell: cells without their back quotes. */
function table(head: string): readonly (readonly string[])[] {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${head} `))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

describe('the page on deploying', () => {
  it('names the defaults of every time', () => {
    const { timeouts, drainMs, drainDelayMs } = resolveHosting(createFwServer(), {})
    const said = table('field').map(([name = '', , time = '']) => [name, Number.parseInt(time, 10) * 1_000])
    expect(Object.fromEntries(said)).toEqual(timeouts)
    expect(page).toContain(`for \`drainMs\` (default ${drainMs / 1_000} seconds)`)
    expect(page).toContain(`For \`drainDelayMs\` (default ${drainDelayMs})`)
    expect(page).toContain(`Request line and headers: ${MAX_HEADER_BYTES / 1_024} KiB in total`)
    expect(page).toContain(`\`maxBodyBytes\`, ${createFwServer().maxBodyBytes / 1_048_576} MiB by default`)
  })

  it('names the probes', () => {
    expect(table('path').map(([path]) => path)).toEqual([`GET ${HEALTH_PATH}`, `GET ${READY_PATH}`])
  })

  it('shows a configuration that a server takes', () => {
    const text = /defineConfig\(([\s\S]*?)\)\n/.exec(blocks.find((one) => one.includes('timeouts')) ?? '')?.[1]
    const config = new Function(`return ${text}`)() as FwConfig // the page's own example
    expect(resolveHosting({ hosting: config }, {})).toMatchObject({
      timeouts: { requestMs: 30_000 },
      drainMs: 20_000,
      drainDelayMs: 5_000,
    })
  })

  it('lists forms of trustProxy that are taken', () => {
    const list = table('`trustProxy`').at(-1)?.[0] ?? ''
    const trust = createProxyTrust(JSON.parse(list.replaceAll("'", '"')) as string[])
    expect(trust?.('10.1.2.3', () => '203.0.113.9').address).toBe('203.0.113.9')
  })

  it.each(RUNTIMES)('has an example that serves and ends on %s', async (_name, program) => {
    const folder = mkdtempSync(join(tmpdir(), 'fw-deploy-'))
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
    const example = (blocks[0] ?? '')
      .replace('./src/server/notes.api.ts', './notes.mjs')
      .replace('port: 3000', 'port: 0')
    writeFileSync(join(folder, 'notes.mjs'), 'export {}\n')
    writeFileSync(join(folder, 'serve.mjs'), `${example}console.log(listening.url)\n`)
    const child = spawn(program, ['serve.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const url = await new Promise<string>((resolve) =>
      child.stdout.once('data', (text) => resolve(String(text).trim())),
    )
    expect((await fetch(url.replace('localhost', '127.0.0.1') + HEALTH_PATH)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    rmSync(folder, { recursive: true })
  })
})
