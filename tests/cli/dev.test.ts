/** `fw dev` as its user has it: files that come, move and go; what fails; the terminal; TLS. */
import { X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request, type ServerResponse } from 'node:http'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { stripVTControlCharacters } from 'node:util'
import { createColors } from 'picocolors'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { colorText } from '../../cli/src/color-text.ts'
import { listhenServer } from '../../cli/src/dev/listhen-server.ts'
import { type AppCopy, copyApp, openTerminal, type Running, startFw } from './support/fixture.ts'

const HTML = { headers: { accept: 'text/html' } }
const post = (input: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(input),
})
const withLayout = (mark: string) =>
  `import type { JSX } from 'solid-js'\nexport default (props: { children: JSX.Element }) => <div class="${mark}">{props.children}</div>\n`

describe('CLI-02 fw dev through pipes', () => {
  let app: AppCopy
  let dev: Running
  const scripts = mkdtempSync(join(tmpdir(), 'fw-scripts-'))
  beforeAll(async () => {
    app = copyApp('notes')
    dev = await startFw(app.root, ['dev', '--port', '0'], { NODE_V8_COVERAGE: scripts })
  })
  afterAll(() => {
    app.remove()
    rmSync(scripts, { recursive: true })
  })

  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(app.root, file)), { recursive: true })
    app.write(file, text)
  }
  const move = (from: string, to: string) => renameSync(join(app.root, from), join(app.root, to))
  const remove = (file: string) => rmSync(join(app.root, file), { recursive: true })
  /** Requests `path` until its response, formatted as `200 text`, matches. */
  const seen = (path: string, fits: RegExp, init?: RequestInit) =>
    expect
      .poll(
        async () => {
          const response = await fetch(`${dev.url}${path}`, init)
          return `${response.status} ${await response.text()}`
        },
        { timeout: 20_000 },
      )
      .toMatch(fits)

  it('sees routes, folders, layouts and error pages that come, are renamed and go', async () => {
    await seen('/', /^200 .*Notes<\/h1>/s)
    write('src/routes/deep/er/page.tsx', 'export default () => <h1>Deep</h1>\n')
    await seen('/deep/er/page', /^200 .*Deep/s)
    move('src/routes/deep', 'src/routes/depth')
    await seen('/deep/er/page', /^404/)
    await seen('/depth/er/page', /^200 .*Deep/s)
    write('src/routes/_layout.tsx', withLayout('outer'))
    write('src/routes/depth/_layout.tsx', withLayout('inner'))
    await seen('/depth/er/page', /^200 .*class="outer".*class="inner"/s)
    remove('src/routes/_layout.tsx')
    await seen('/depth/er/page', /^200 (?!.*outer).*class="inner"/s)
    move('src/routes/depth/_layout.tsx', 'src/routes/_layout.tsx')
    await seen('/', /^200 .*class="inner"/s)
    write('src/routes/_404.tsx', 'export default () => <h1>Nothing here</h1>\n')
    await seen('/none', /^404 .*Nothing here/s)
    remove('src/routes/depth')
    await seen('/depth/er/page', /^404/)
  })

  it('sees apis, channels, skills, middleware, matchers, the WebSocket and the configuration that come and go', async () => {
    write('src/server/late.api.ts', API)
    await seen('/_fw/api/late.greet', /^200 .*hello ann/, post({ name: 'ann' }))
    await seen('/_fw/api/late.greet', /^400/, post({ name: 1 }))
    move('src/server/late.api.ts', 'src/server/later.api.ts')
    await seen('/_fw/api/late.greet', /^404/, post({ name: 'ann' }))
    await seen('/_fw/api/later.greet', /^200/, post({ name: 'ann' }))
    remove('src/server/later.api.ts')
    await seen('/_fw/api/later.greet', /^404/, post({ name: 'ann' }))

    write('src/channels/hook.ts', CHANNEL)
    await seen('/_fw/channels/hook', /^401/, post({ text: 'x' }))
    move('src/channels/hook.ts', 'src/channels/bell.ts')
    await seen('/_fw/channels/bell', /^401/, post({ text: 'x' }))
    await seen('/_fw/channels/hook', /^404/, post({ text: 'x' }))
    remove('src/channels')
    await seen('/_fw/channels/bell', /^404/, post({ text: 'x' }))

    write('src/skills/greeting/SKILL.md', '---\nname: greeting\ndescription: Says hello.\n---\nSay hello.\n')
    await seen('/_fw/manifest?path=/', /Says hello\./)
    remove('src/skills')
    await seen('/_fw/manifest?path=/', /^(?!.*Says hello)/s)

    write('src/middleware.ts', "export default () => new Response('from the middleware')\n")
    await seen('/', /^200 from the middleware$/)
    remove('src/middleware.ts')
    await seen('/', /^200 .*Notes<\/h1>/s)
    write('src/matchers.ts', 'export const even = (value: string) => Number(value) % 2 === 0\n')
    write('src/routes/n/[n=even].tsx', 'export default () => <h1>Even</h1>\n')
    await seen('/n/4', /^200 .*Even/s)
    await seen('/n/3', /^404/)
    write('src/ws.ts', "export default { path: '/live', message() {} }\n")
    await seen('/live', /^426/)
    remove('src/ws.ts')
    await seen('/live', /^404/)
    expect(dev.log()).not.toContain('starts again')

    write('fw.config.ts', "export default { title: 'Notes', data: 'memory', allowedHosts: ['notes.example:80'] }\n")
    await expect.poll(() => dev.log(), { timeout: 20_000 }).toContain('fw.config.ts has changed: restarting "fw dev".')
  })

  it('accepts the host names of this machine and of the configuration, and explains how to add others', async () => {
    const ask = (host: string) =>
      new Promise<string>((done) => {
        request({ port: new URL(dev.url).port, host: '127.0.0.1', path: '/', headers: { host } }, (answer) => {
          let text = `${answer.statusCode} `
          answer.on('data', (chunk) => (text += chunk)).on('end', () => done(text))
        }).end()
      })
    await expect.poll(() => ask('notes.example')).toMatch(/^200/)
    for (const host of ['localhost:3000', 'app.localhost', '192.168.1.7:3000', '[::1]:3000', 'notes.example:9999'])
      expect(await ask(host), host).toMatch(/^200/)
    for (const host of [
      'evil.example',
      'notes.example.evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ])
      expect(await ask(host), host).toMatch(/^403 .*allowedHosts: \['/s)
  })

  it("shows a page's error with its position and lines, on the page and in the log, without a path of this machine", async () => {
    write(
      'src/routes/sums.tsx',
      "import { total } from '../total.ts'\n\nexport default function Sums() {\n  return <h1>{total([])}</h1>\n}\n",
    )
    write('src/total.ts', TOTAL)
    await seen('/sums', /^500 .*src\/total\.ts:5:33/s, HTML)
    const log = dev.log().slice(dev.log().indexOf('error: An error in the page /sums'))
    expect(log.split('\n').slice(1, 12)).toEqual([
      '    RangeError: nothing to add up',
      '',
      '      3 | /** Of all of them. */',
      '      4 | export function total(parts: readonly Part[]): number {',
      "    > 5 |   if (parts.length === 0) throw new RangeError('nothing to add up', { cause: new Error('an empty list') })",
      '        |                                 ^',
      '      6 |   return parts.reduce((sum, part) => sum + part, 0)',
      '      7 | }',
      '',
      '        at total (src/total.ts:5:33)',
      '        at Sums (src/routes/sums.tsx:4:15)',
    ])
    expect(log).toMatch(/^ {8}… \d+ frames of packages$/m)
    expect(log).toMatch(/^ {4}caused by\n {4}Error: an empty list$/m)
    expect(log).not.toContain(app.root)
  })

  it('ends, and has loaded nothing of listhen, which only --https and --qr need', async () => {
    expect((await dev.stop('SIGINT')).code).toBe(0)
    const urls = readdirSync(scripts).flatMap((file) => {
      const { result } = JSON.parse(readFileSync(join(scripts, file), 'utf8')) as { result: { url: string }[] }
      return result.map(({ url }) => url)
    })
    expect(urls.filter((url) => url.includes('/cli/dist/commands/dev.js'))).toHaveLength(1)
    expect(urls.filter((url) => /listhen/.test(url))).toEqual([])
  })
})

describe('CLI-02 fw dev at a terminal', () => {
  let app: AppCopy
  beforeAll(() => {
    app = copyApp('notes')
    writeFileSync(join(app.root, 'browser.sh'), '#!/bin/sh\necho "$1" >> opened.txt\n', { mode: 0o755 })
    app.write('.env', 'MOOD=calm\n')
    app.write('src/routes/mood.tsx', 'export default () => <p>{process.env.MOOD}</p>\n')
  })
  afterAll(() => app.remove())

  it('--https serves with a certificate made here, --open opens it; keys open, help, show, restart, clear and quit', async () => {
    const args = ['dev', '--port', '0', '--https', '--open']
    const terminal = openTerminal(app.root, args, { BROWSER: join(app.root, 'browser.sh') })
    await terminal.until(/h for help, q to quit/)
    const url = /Local +(https:\/\/127\.0\.0\.1:\d+\/)/.exec(terminal.text())?.[1] ?? ''
    expect(terminal.text()).toMatch(/fw dev \d+\.\d+\.\d+ {2}ready in \d+\.\d s/)
    expect(terminal.text()).toMatch(/Network +this machine only; use --host 0\.0\.0\.0/)
    expect(terminal.text()).toContain(`Agents   ${url}_fw/mcp`)
    const opened = () => app.read('opened.txt').split('\n').filter(Boolean)
    await expect.poll(opened, WAIT).toEqual([url])
    await terminal.type('o')
    await expect.poll(opened, WAIT).toEqual([url, url])
    await terminal.type('h')
    await terminal.until(/r {2}restart,.*\s+o {2}open.*\s+u {2}show.*\s+c {2}clear.*\s+q {2}quit\s+h {2}show this help/)
    // Pasted text isn't a key press, and neither is an unknown letter.
    await terminal.type('quit, pasted')
    await terminal.type('x')
    await terminal.type('u')
    await terminal.until(/show this help[\s\S]*Local +https:/)
    const first = await askSecurely(new URL('mood', url))
    expect(first.text).toContain('<p>calm</p>')
    expect(first.fingerprint).toBe(fingerprintOf(app.read('.fw/data/https-cert.pem')))
    expect(first.names).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1')
    expect(statSync(join(app.root, '.fw/data/https-key.pem')).mode & 0o777).toBe(0o600)
    app.write('.env', 'MOOD=lively\n')
    await terminal.type('r')
    await terminal.until(/Restarting "fw dev"\./)
    await expect.poll(async () => (await askSecurely(new URL('mood', url))).text, WAIT).toContain('<p>lively</p>')
    await terminal.type('c')
    await expect.poll(() => terminal.raw(), WAIT).toContain('\u001b[2J')
    await terminal.type('q')
    expect(await terminal.ended).toBe(0)
  })

  it('the certificate stays while it fits; a port that is taken is refused or passed over; the QR code shows', async () => {
    const kept = fingerprintOf(app.read('.fw/data/https-cert.pem'))
    const base = { root: app.root, port: 0, strict: true, https: true, hostname: '127.0.0.1' }
    const answer = (_request: unknown, response: ServerResponse) => void response.end('here')
    const same = await listhenServer(base, answer)
    expect((await askSecurely(new URL(`https://127.0.0.1:${same.port}/`))).fingerprint).toBe(kept)
    const taken = { ...base, https: false, port: same.port }
    await expect(listhenServer(taken, answer)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const next = await listhenServer({ ...taken, strict: false }, answer)
    expect(next.port).toBeGreaterThan(same.port)
    const other = await listhenServer({ ...base, hostname: '127.0.0.2' }, answer)
    expect((await askSecurely(new URL(`https://127.0.0.2:${other.port}/`))).names).toMatch(/IP Address:127\.0\.0\.2$/)
    expect(fingerprintOf(app.read('.fw/data/https-cert.pem'))).not.toBe(kept)
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await other.showQr()
    expect(printed.mock.calls.flat().join('\n')).toMatch(/█ ▄▄▄▄▄ █|█▀▀▀▀▀▀▀█/)
    printed.mockRestore()
    for (const { server } of [same, next, other]) server.close()
  })
})

it('colors the output, and changes no character of it', () => {
  const text = [
    'src/a.ts:3:14 error api-name: A name is taken',
    '> 3 | export const a = 1',
    '    |              ^',
    'warn: This app has no session.',
    'GET /error 200 3 ms',
  ].join('\n')
  const lines = colorText(text, createColors(true)).split('\n')
  expect(stripVTControlCharacters(lines.join('\n'))).toBe(text)
  expect(lines.map((line) => line.includes('\u001b['))).toEqual([true, true, true, true, false])
  expect(colorText(text, createColors(false))).toBe(text)
})

const WAIT = { timeout: 20_000 }

const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256

/** Returns the response and its certificate, which no authority has signed. */
function askSecurely(url: URL): Promise<{ text: string; fingerprint: string; names: string | undefined }> {
  return new Promise((done, fail) => {
    get(url, { rejectUnauthorized: false, agent: false }, (answer) => {
      const { fingerprint256, subjectaltname } = (answer.socket as TLSSocket).getPeerCertificate() // of an https answer
      let text = ''
      answer.on('data', (chunk) => (text += chunk))
      answer.on('end', () => done({ text, fingerprint: fingerprint256, names: subjectaltname }))
    }).on('error', fail)
  })
}

const API = `import { api, type Call } from '@fw/runtime'

/** Says hello to somebody. */
export const greet = api({ run: ({ input }: Call<{ name: string }>) => \`hello \${input.name}\` })
`

const CHANNEL = `import { webhookChannel } from '@fw/runtime/channels'

export default webhookChannel({ secret: 'k3Jd0-9sLq2Vx7Zp1Rt5Wm8Yb4Nc6Hf' })
`

const TOTAL = `export type Part = number

/** Of all of them. */
export function total(parts: readonly Part[]): number {
  if (parts.length === 0) throw new RangeError('nothing to add up', { cause: new Error('an empty list') })
  return parts.reduce((sum, part) => sum + part, 0)
}
`
