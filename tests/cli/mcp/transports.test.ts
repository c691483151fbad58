/** The tools for coding agents over both transports, with the official client: `fw mcp`, and `/_fw/dev/mcp` of `fw dev`. */
import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppCopy, copyApp, type Running, startFw } from '../support/fixture.ts'
import { type AgentClient, connectHttp, connectStdio } from './agent-client.ts'

const FW = join(import.meta.dirname, '../../../cli/bin/fw.js')
const TOOLS = [
  'apply_fix',
  'check',
  'explain',
  'get_errors',
  'get_logs',
  'get_tool',
  'list_live_reads',
  'list_requests',
  'list_routes',
  'list_tools',
  'request_page',
  'run_tool',
  'search_docs',
]

let app: AppCopy
let agent: AgentClient
beforeAll(async () => {
  app = copyApp('notes')
  agent = await connectStdio(app.root)
})
afterAll(async () => {
  await agent?.close()
  app?.remove()
})

describe('fw mcp without fw dev', () => {
  it('describes itself and lists its tools with titles, schemas and what they may change', async () => {
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'fw-dev', version: expect.stringMatching(/^\d/) })
    expect(agent.client.getInstructions()).toContain('search_docs')
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS)
    for (const { title, description = '', inputSchema } of tools) {
      expect(title).toMatch(/^[A-Z]/)
      expect(description.length).toBeGreaterThan(60)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]))
    expect(Object.keys(hints).filter((name) => hints[name] === false)).toEqual(['apply_fix', 'run_tool'])
    expect(tools.find(({ name }) => name === 'run_tool')?.annotations?.destructiveHint).toBe(true)
  })

  it('checks the sources of each moment, and applies a fix', async () => {
    expect(await agent.call('check', { types: false })).toMatchObject({ errors: 0 })
    const file = 'src/hooks.ts'
    app.write(file, 'export function onAudits() {}\n')
    const { findings, errors } = await agent.call('check', { types: false })
    expect(errors).toBe(1)
    expect(findings[0]).toMatchObject({
      code: 'unknown-hook',
      at: `${file}:1:17`,
      frame: expect.stringContaining('onAudits'),
      fixes: expect.arrayContaining([expect.stringContaining('onAudit')]),
    })
    expect((await agent.call('get_errors')).errors[0]).toMatchObject({ id: findings[0].id })
    const { diff } = await agent.call('apply_fix', { finding: findings[0].id })
    expect(diff).toContain('+export function onAudit() {}')
    expect(app.read(file)).toBe('export function onAudit() {}\n')
    await expect(agent.call('apply_fix', { finding: findings[0].id })).rejects.toThrow('run check again')
    expect(await agent.call('check', { types: false })).toMatchObject({ errors: 0 })
  })

  it('applies a fix in a file with a byte order mark', async () => {
    const file = 'src/hooks.ts'
    app.write(file, '\uFEFFexport function onAudits() {}\r\n')
    const { findings } = await agent.call('check', { types: false })
    expect(findings[0]).toMatchObject({ code: 'unknown-hook', at: `${file}:1:17` })
    await agent.call('apply_fix', { finding: findings[0].id })
    expect(app.read(file)).toBe('\uFEFFexport function onAudit() {}\r\n')
  })

  it('sends no call to an address that "fw dev" of the app has not written', async () => {
    let requests = 0
    const other = createServer((_request, response) => {
      requests += 1
      response.end(JSON.stringify({ result: { structuredContent: { errors: [] } } }))
    })
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const { port } = other.address() as AddressInfo // it listens on a port
    const own = `http://127.0.0.1:${port}/`
    const file = join(app.root, '.fw/data/dev.json')
    const write = (url: string) => {
      rmSync(file, { force: true })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ url, id: 'a' }))
    }
    try {
      for (const url of [
        `${own}path/`,
        `http://user@127.0.0.1:${port}/`,
        `http://127.0.0.1.example.com:${port}/`,
        'https://dev.example.com/',
        'http://192.168.1.7:3000/',
        'file:///etc/passwd',
        'not a URL',
      ]) {
        write(url)
        await expect(agent.call('get_errors'), url).rejects.toThrow("which isn't one of this machine")
      }
      write(own)
      expect(await agent.call('get_errors')).toEqual({ errors: [] })
      expect(requests).toBe(1)
      renameSync(file, `${file}.moved`)
      symlinkSync(`${file}.moved`, file)
      await expect(agent.call('get_errors')).rejects.toThrow('is not a regular file, so no call was sent')
      write(own)
      // Only root can give files to another user.
      if (process.getuid?.() === 0) {
        chownSync(file, 65_531, 65_531)
        await expect(agent.call('get_errors')).rejects.toThrow('dev.json belongs to another user')
      }
      expect(requests).toBe(1)
    } finally {
      rmSync(file, { force: true })
      other.close()
    }
  })

  it('lists routes and tools, and runs a tool through the dispatch', async () => {
    const { routes } = await agent.call('list_routes')
    expect(routes).toContainEqual(expect.objectContaining({ pattern: '/', kind: 'page', file: 'src/routes/index.tsx' }))
    const { tools } = await agent.call('list_tools', { name: 'notes' })
    expect(tools.map(({ name }: { name: string }) => name)).toContain('api.notes.add')
    const contract = await agent.call('get_tool', { name: 'api.notes.add' })
    expect(contract).toMatchObject({ guard: 'auto', input: { type: 'object' } })
    await expect(agent.call('get_tool', { name: 'api.notes.ad' })).rejects.toThrow('Did you mean api.notes.add?')
    const refused = await agent.call('run_tool', { name: 'api.notes.add', input: { text: 1 } })
    expect(refused).toMatchObject({ status: 400, ok: false, code: 'invalid_input' })
  })

  it('refuses inputs that do not match, with the members', async () => {
    await expect(agent.call('search_docs', { limit: 99 })).rejects.toThrow(
      /query: is required[\s\S]*limit: must be at most 20/,
    )
    await expect(agent.call('check', { path: 'src' })).rejects.toThrow('path: is unknown; known: file, types, limit')
  })

  it('searches the documentation of the installed version', async () => {
    const { sections } = await agent.call('search_docs', { query: 'missing-description' })
    expect(sections[0]).toMatchObject({ page: 'rules/missing-description.md' })
    const uploads = await agent.call('search_docs', { query: 'upload a file', limit: 3 })
    expect(uploads.sections.length).toBe(3)
    expect(uploads.sections[0].text).toContain('Uint8Array')
    await expect(agent.call('search_docs', { query: 'qqqqxyzzy' })).rejects.toThrow('nothing about')
  })

  it('says what needs a running fw dev', async () => {
    for (const tool of ['get_logs', 'list_requests', 'list_live_reads'])
      await expect(agent.call(tool), tool).rejects.toThrow('Start "npx --no-install fw dev"')
    expect((await agent.call('get_errors')).note).toContain('"fw dev" is not running')
  })

  it('writes only messages to stdout, also if the app prints, and ends with its input', async () => {
    const printing = copyApp('notes')
    try {
      printing.write('fw.config.ts', `console.log('printed by the configuration')\n${printing.read('fw.config.ts')}`)
      const child = spawn(process.execPath, [FW, 'mcp'], { cwd: printing.root })
      let stdout = ''
      child.stdout.on('data', (chunk) => (stdout += chunk))
      const call = { name: 'check', arguments: { types: false } }
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n\n`)
      child.stdin.write('{ not JSON\n')
      child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
      expect(await new Promise((done) => child.once('close', done))).toBe(0)
      const lines = stdout.trim().split('\n')
      const replies = lines.map((line) => JSON.parse(line) as { id?: number; error?: { code: number } })
      expect(replies.map(({ id, error }) => id ?? error?.code).sort()).toEqual([-32700, 1])
    } finally {
      printing.remove()
    }
  })
})

describe('fw dev', () => {
  let dev: Running
  let http: AgentClient
  beforeAll(async () => {
    dev = await startFw(app.root, ['dev', '--port', '0'])
    http = await connectHttp(dev.url)
  })
  afterAll(async () => {
    await http?.close()
    await dev?.stop('SIGTERM')
  })

  it('serves the same tools at /_fw/dev/mcp, and fw mcp passes its calls there', async () => {
    expect((await http.client.listTools()).tools).toEqual((await agent.client.listTools()).tools)
    const marker = `/none-${Date.now()}`
    await (await fetch(new URL(`${marker}?token=secret`, dev.url))).text()
    for (const one of [http, agent]) {
      const { requests } = await one.call('list_requests', { failed: true, limit: 1 })
      expect(requests).toEqual([expect.objectContaining({ method: 'GET', path: marker, status: 404 })])
      const { lines } = await one.call('get_logs', { contains: marker })
      expect(lines).toHaveLength(1)
      expect(JSON.stringify(lines)).not.toContain('secret')
    }
  })

  it('knows an edit at once: the finding, and then that it is gone', async () => {
    for (let round = 0; round < 5; round += 1) {
      app.write('src/hooks.ts', 'export function onAudits() {}\n')
      expect((await http.call('get_errors')).errors[0]?.code, `round ${round}`).toBe('unknown-hook')
      app.write('src/hooks.ts', 'export function onAudit() {}\n')
      expect((await http.call('get_errors')).total, `round ${round}`).toBe(0)
    }
  })

  it('returns an error of a page with its place, its code and its request, until an edit', async () => {
    const page = `export const meta = { title: 'Broken' }\nexport default function Broken() {\n  const notes: string[] = []\n  return <h1>{notes[0]!.length}</h1>\n}\n`
    app.write('src/routes/broken.tsx', page)
    await expect.poll(async () => (await fetch(new URL('/broken', dev.url))).status).toBe(500)
    const { errors } = await agent.call('get_errors')
    expect(errors[0]).toMatchObject({
      kind: 'page',
      at: 'src/routes/broken.tsx:4:25',
      path: '/broken',
      route: '/broken',
      page: 'src/routes/broken.tsx',
      frame: expect.stringContaining('notes[0]!.length'),
    })
    const { requests } = await agent.call('list_requests', { path: '/broken', limit: 1 })
    expect(requests[0]).toMatchObject({ status: 500, error: { id: errors[0].id, at: 'src/routes/broken.tsx:4:25' } })
    app.write('src/routes/broken.tsx', page.replace('notes[0]!.length', 'notes.length'))
    expect((await agent.call('get_errors')).total).toBe(0)
    expect((await fetch(new URL('/broken', dev.url))).status).toBe(200)
  })

  it('returns what the app prints', async () => {
    app.write(
      'src/routes/printing.tsx',
      "export const meta = { title: 'Printing' }\nexport default function Printing() {\n  console.log('a line of the app')\n  return <h1>Printing</h1>\n}\n",
    )
    await expect.poll(async () => (await fetch(new URL('/printing', dev.url))).status).toBe(200)
    const { lines } = await http.call('get_logs', { level: 'output' })
    expect(lines.map(({ text }: { text: string }) => text)).toContain('a line of the app')
  })

  it('requests pages as an agent: a function that is not for agents does not run', async () => {
    app.write(
      'src/server/visits.api.ts',
      `import { api } from '@fw/runtime'\n\n/** Counts a visit of a person. */\nexport const count = api({ access: 'public', guard: 'forbidden', run: () => 'counted' })\n`,
    )
    app.write(
      'src/routes/visits.tsx',
      `import { count } from '../server/visits.api.ts'\n\nexport const meta = { title: 'Visits' }\nexport default async () => <h1>{await count()}</h1>\n`,
    )
    await expect.poll(async () => (await fetch(new URL('/visits', dev.url))).text()).toContain('counted')
    for (const one of [http, agent]) {
      const { status, html } = await one.call('request_page', { path: '/visits' })
      expect(status).toBe(403)
      expect(html).not.toContain('counted')
      await expect(one.call('explain', { path: '/visits', selector: 'h1.counted' })).rejects.toThrow('status 403')
    }
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '///',
      'visits',
      'http://evil.example/',
    ])
      await expect(http.call('request_page', { path }), path).rejects.toThrow('single "/"')
    for (const file of ['src/routes/visits.tsx', 'src/server/visits.api.ts']) rmSync(join(app.root, file))
  })

  it('refuses other hosts, other origins, forwarded requests and other methods', async () => {
    const { port, host } = new URL(dev.url)
    const ask = (headers: Record<string, string>, method = 'POST') =>
      new Promise<number | undefined>((done) => {
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
        const asked = request(
          {
            port,
            host: '127.0.0.1',
            path: '/_fw/dev/mcp',
            method,
            headers: { 'content-type': 'application/json', ...headers },
          },
          (response) => {
            response.resume()
            done(response.statusCode)
          },
        )
        asked.end(method === 'POST' ? JSON.stringify(message) : undefined)
      })
    expect(await ask({ host })).toBe(200)
    expect(await ask({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200)
    const refused: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: `evil.example:${port}` },
      { host: `app.localhost:${port}` },
      { host: '127.0.0.1:1' },
      { host: `192.168.1.7:${port}` },
      { host, origin: 'https://evil.example' },
      { host, origin: `http://127.0.0.1:1` },
      { host, origin: `https://${host}` },
      { host, origin: 'null' },
      { host, 'sec-fetch-site': 'cross-site' },
      { host, 'sec-fetch-site': 'same-site' },
      { host, 'x-forwarded-for': '203.0.113.7' },
      { host, forwarded: 'for=203.0.113.7' },
      { host, 'x-forwarded-proto': 'https' },
      { host, 'x-forwarded-server': 'proxy.example' },
      { host, 'x-original-host': 'app.example' },
      { host, 'x-client-ip': '203.0.113.7' },
      { host, 'cf-connecting-ip': '203.0.113.7' },
      { host, 'true-client-ip': '203.0.113.7' },
      { host, via: '1.1 proxy.example' },
    ]
    for (const headers of refused) expect(await ask(headers), JSON.stringify(headers)).toBe(403)
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) expect(await ask({ host }, method), method).toBe(405)
    expect(await ask({ host, 'content-type': 'text/plain' })).toBe(400)
    expect(await ask({ host, 'fw-dev-id': 'of another process' })).toBe(421)
  })

  it('leaves no address behind, and fw mcp survives the address of a process that has gone', async () => {
    const file = join(app.root, '.fw/data/dev.json')
    const text = readFileSync(file, 'utf8')
    await http.close()
    await dev.stop('SIGTERM')
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, text)
    expect((await agent.call('get_errors')).note).toContain('"fw dev" is not running')
    dev = await startFw(app.root, ['dev', '--port', new URL(dev.url).port])
    // Another fw dev listens at the stale address.
    writeFileSync(file, text)
    expect((await agent.call('get_errors')).note).toContain('"fw dev" is not running')
  })
})

it('a build has no endpoint for coding agents', async () => {
  const built = copyApp('notes')
  try {
    expect(await built.fw('build')).toMatchObject({ code: 0 })
    const files = readdirSync(join(built.root, 'dist'), { recursive: true, withFileTypes: true })
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    expect(texts.length).toBeGreaterThan(2)
    for (const word of ['dev/mcp', 'get_errors', 'fw-dev']) expect(texts.join('\n')).not.toContain(word)
    const started = await startFw(built.root, ['start', '--port', '0'], { FW_SECRET: 'a-secret-of-this-test' })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(new URL('/_fw/dev/mcp', started.url), { method: 'POST', headers, body })
    expect(reply.status).toBe(404)
    await started.stop('SIGTERM')
  } finally {
    built.remove()
  }
})
