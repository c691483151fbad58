import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ForeignServer, startForeignMcp } from '../servers/foreign-mcp.ts'
import { type AppCopy, copyApp, runFw, startFw } from './support/fixture.ts'

const LOCK = 'mcp-tools.lock.json'
const TYPES = '.fw/types/remote-tools.d.ts'
const inputSchema = { type: 'object', properties: { query: { type: 'string' } } }

let app: AppCopy
let docs: ForeignServer
let env: Record<string, string>
beforeAll(async () => {
  app = copyApp('helpdesk')
  docs = await startForeignMcp([
    { name: 'search', description: 'Finds pages.', inputSchema },
    { name: 'delete', inputSchema },
    { name: 'x'.repeat(80), inputSchema },
  ])
  const away = await startForeignMcp([])
  await away.close()
  env = { DOCS_URL: docs.url, AWAY_URL: `${away.url}?key=do-not-print-3` }
})
afterAll(async () => {
  await docs.close()
  app.remove()
})

const fw = (...args: string[]) => runFw(app.root, args, env)

// Each test starts a compiler in a process of its own.
describe('an app whose agent uses tools of other servers', { timeout: 240_000 }, () => {
  it('CLI-15 CLI-16 VER-05 info reports versions, configuration, integrations, routes with their layouts', async () => {
    const { code, stdout } = await fw('info')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# helpdesk 2\.1\.0$/m)
    for (const name of ['@fw/runtime', '@fw/compiler', '@fw/cli', 'solid-js', 'zod'])
      expect(stdout).toMatch(new RegExp(`^\\| ${name} \\| \\d+\\.\\d+\\.\\d+ \\|$`, 'm'))
    expect(stdout).toContain(`| node | ${process.versions.node} |`)
    expect(stdout).toMatch(/^## Models\n\nThe list prices are of \d{4}-\d\d-\d\d\.$/m)
    expect(stdout).toMatch(/^\| anthropic \| claude-\S+ \|$/m)
    expect(stdout).not.toContain('left-pad')
    expect(stdout).toContain('"title": "Help"')
    expect(stdout).toContain('"routesDir": "src/routes"')
    expect(stdout).toContain('| agent | src/agent.ts |')
    expect(stdout).toContain('| / | src/routes/index.tsx | src/routes/\\_layout.tsx |'.replace('\\', ''))
    expect(stdout).toContain('| /help/\\[id\\] | src/routes/help/\\[id\\].tsx | src/routes/_layout.tsx |')
    expect(stdout).not.toContain(app.root)
    expect(stdout).not.toContain('do-not-print')
    expect(stdout).toContain(`## MCP server docs\n\n${docs.url} responds`)
    expect(stdout).toContain('| mcp_docs.search | search | yes | not in mcp-tools.lock.json |')
    expect(stdout).toContain('| mcp_docs.delete | delete | no: include, exclude | not in mcp-tools.lock.json |')
    expect(stdout).toMatch(/^\| {2}\| x+ \| refused: its name is longer than models accept \|/m)
    expect(stdout).toMatch(/^## MCP server away\n\nhttp:\S+\/mcp does not respond: .*ECONNREFUSED/m)
    expect(app.read(LOCK)).toBe('')
  })

  it('build writes their types, tolerates an unavailable server, and uses the stored types', async () => {
    const first = await fw('build')
    expect(first.stderr).toMatch(/^warning {2}Could not list the tools of the MCP server away \(.*ECONNREFUSED/m)
    expect(first.code).toBe(0)
    expect(app.read(TYPES)).toContain('"mcp_docs.search"')
    const lock = app.read(LOCK)
    expect(lock).not.toContain('do-not-print')
    docs.tools = [{ name: 'search', description: 'Finds pages, and mails them.', inputSchema }]
    const { stdout } = await fw('info', '--json')
    const { remote } = JSON.parse(stdout) as { remote: unknown }
    expect(remote).toEqual([
      {
        name: 'docs',
        url: docs.url,
        reachable: true,
        tools: [
          { tool: 'search', name: 'mcp_docs.search', state: 'offered', pin: 'changed' },
          { tool: 'delete', state: 'unknown', pin: 'gone' },
          { tool: 'x'.repeat(80), state: 'unknown', pin: 'gone' },
        ],
      },
      {
        name: 'away',
        url: env.AWAY_URL?.split('?')[0],
        reachable: false,
        reason: expect.stringContaining('ECONNREFUSED'),
        tools: [],
      },
    ])
    expect(app.read(LOCK)).toBe(lock)
  })

  it('dev updates their types in the background', async () => {
    const dev = await startFw(app.root, ['dev', '--port', '0'], env)
    await fetch(dev.url)
    while (!app.read(TYPES).includes('mails them')) await new Promise((resolve) => setTimeout(resolve, 100))
    const { stderr } = await dev.stop('SIGTERM')
    expect(stderr).toContain('MCP tool of docs: search has a new description: "Finds pages, and mails them."')
    expect(app.read(TYPES)).not.toContain('mcp_docs.delete')
  })

  it('info --check reports problems, solutions and severities', async () => {
    const fine = await runFw(app.root, ['info', '--check'], { ...env, PORT: '0' })
    const lines = fine.stdout.split('\n').map((line) => line.replaceAll(/ +/g, ' '))
    expect(lines).toContain(`ok runtime Node ${process.versions.node}`)
    expect(lines).toContain('ok app The app loads.')
    expect(lines).toContain('ok data .fw/data/fw.db is writable.')
    expect(lines.find((line) => line.startsWith('warning siteUrl siteUrl is not set'))).toBeDefined()
    expect(lines.find((line) => line.includes('mcp away'))).toContain('ECONNREFUSED')
    expect(fine.stdout).not.toContain('do-not-print')
    expect([fine.code, fine.stderr]).toEqual([0, expect.stringMatching(/^0 errors, \d+ warnings\.$/m)])
    const { code, stdout } = await runFw(app.root, ['info', '--check', '--json'], { ...env, PORT: 'x' })
    const report = JSON.parse(stdout) as { ok: boolean; findings: readonly { check: string; verdict: string }[] }
    expect(report.ok).toBe(false)
    expect(report.findings.filter(({ verdict }) => verdict === 'error')).toEqual([
      expect.objectContaining({ check: 'port', fix: 'Set PORT to a free port, or remove it to use 3000.' }),
    ])
    expect(code).toBe(1)
  })

  it('info reports the files of an app that does not load', async () => {
    app.write('src/agent.ts', `throw new Error('No database at ${app.root}/db.')`)
    const { code, stdout } = await fw('info')
    expect(code).toBe(0)
    expect(stdout).toContain('## Error\n\nThe app cannot be loaded.')
    expect(stdout).toContain('this code threw "Error: No database at db."')
    expect(stdout).toContain('| / | src/routes/index.tsx')
    expect(stdout).not.toContain(app.root)
    const checked = await fw('info', '--check')
    expect(checked.code).toBe(1)
    // The reason is reported once.
    expect(checked.stdout).toMatch(
      /^error {4}app {9}The app cannot be loaded\.\n +src\/agent\.ts:1:7 error failing-module/m,
    )
    expect(checked.stdout.match(/cannot be loaded|does not load/g)).toHaveLength(1)
  })
})
