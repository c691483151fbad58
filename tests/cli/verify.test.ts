import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppCopy, copyApp } from './support/fixture.ts'

let app: AppCopy
beforeAll(() => {
  app = copyApp('notes')
})
afterAll(() => app.remove())

function edit(file: string, change: (text: string) => string): void {
  const path = join(app.root, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

// Each test starts a compiler in a process of its own.
const SLOW = { timeout: 120_000 }

const WIDE = `import { api, type Call } from '@fw/runtime'

/** ${'Moves a note. '.repeat(79)}*/
export const move = api({
  run: ({ input }: Call<{ to: string } | { größe: number }>) => ({ moved: Object.keys(input).length }),
})
`

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => {
    made ??= make()
    return made
  }
}

describe('fw verify', SLOW, () => {
  const plain = once(() => app.fw('verify'))

  it('CLI-11 CLI-13 renders every route; one that throws is a warning', async () => {
    const { code, stdout, stderr } = await plain()
    expect(stdout).toContain('ok       /  0 components, 5 tools')
    expect(stdout).toContain('skipped  /notes/[id]')
    expect(stdout).not.toContain('/broken')
    expect(stderr).toMatch(/Warning: \/broken throws: Error: this page is broken/)
    expect(stderr).toContain('0 errors, 1 warning.')
    expect(code).toBe(0)
  })

  it('a page that never finishes ends the command with a message', async () => {
    app.write('src/routes/endless.tsx', 'export default () => new Promise(() => undefined)\n')
    try {
      const { code, stderr } = await app.fw('verify')
      expect(stderr).toContain('Failed: The command cannot continue')
      expect(code).toBe(1)
    } finally {
      rmSync(join(app.root, 'src/routes/endless.tsx'))
    }
  })

  it('loads every api: one whose module throws is a warning', async () => {
    app.write(
      'src/server/paid.api.ts',
      `import { api } from '@fw/runtime'
const key = readKey()
function readKey(): string {
  throw new Error('The key is missing.')
}
/** Pays. */
export const pay = api({ run: () => key })
`,
    )
    try {
      expect((await app.fw('build')).code).toBe(0)
      const { code, stderr } = await app.fw('verify')
      expect(stderr).toContain('Warning: src/server/paid.api.ts:7 api.paid.pay cannot be called: The key is missing.')
      expect(code).toBe(0)
    } finally {
      rmSync(join(app.root, 'src/server/paid.api.ts'))
      rmSync(join(app.root, 'dist'), { recursive: true, force: true })
    }
  })

  it('a route that fails is a warning, and neither the check nor the list of tools ends with it', async () => {
    const page = 'export default () => <p>page</p>\n'
    app.write('src/routes/bad-meta.tsx', `export const meta = () => { throw new Error('no title today') }\n${page}`)
    app.write('src/routes/bad-module.tsx', `throw new Error('no module today')\n${page}`)
    try {
      const { code, stdout, stderr } = await app.fw('verify')
      expect(stdout).toContain('ok       /  0 components, 5 tools')
      expect(stderr).toContain('Warning: /bad-meta: meta throws: no title today')
      expect(stderr).toContain('Warning: /bad-module: its module fails: no module today')
      expect(code).toBe(0)
      const tools = await app.fw('run')
      expect([tools.code, tools.stdout]).toEqual([0, expect.stringContaining('api.notes.count')])
    } finally {
      rmSync(join(app.root, 'src/routes/bad-meta.tsx'))
      rmSync(join(app.root, 'src/routes/bad-module.tsx'))
    }
  })

  it('reports the options that the model refuses, in the words of its provider', async () => {
    app.write(
      'src/agent.ts',
      "import { defineAgent } from '@fw/runtime/agent'\n\nexport default defineAgent({ modelOptions: { temperature: 0.2 } }, { env: { ANTHROPIC_API_KEY: 'key' } })\n",
    )
    try {
      const { code, stderr } = await app.fw('verify')
      expect(stderr).toContain('anthropic/claude-sonnet-5-5 refuses modelOptions.temperature: "The temperature request')
      expect(code).toBe(0)
    } finally {
      rmSync(join(app.root, 'src/agent.ts'))
    }
  })

  it('reports the limits that the strict modes of the providers relax', async () => {
    const { stderr } = await plain()
    // One line for each kind of relaxation, not one for each tool.
    expect(stderr).toMatch(
      /Relaxed for openai:\n {2}optional: required, and null when absent \(\d+ places? in api\.notes\.add.*\)\n/,
    )
    expect(stderr).toMatch(
      /Relaxed for anthropic:\n(?:.*\n)*? {2}minimum: moved to the description \(1 place in api\.notes\.add\)\n/,
    )
    expect(stderr).not.toMatch(/api\.notes\.wipe/)
  })

  it('reports which tools a turn sends strict, loose and deferred, and why', async () => {
    const { stderr } = await plain()
    expect(stderr).toMatch(
      /Tools of a turn on \/:\n {2}openai: \d+ strict.*\n {2}anthropic: \d+ strict.*\n {2}google: \d+ loose\n/,
    )
    expect(stderr).not.toContain('deferred')
    const lines = Array.from(
      { length: 60 },
      (_, at) => `/** Does ${at}. */\nexport const do${at} = api({ run: () => ${at} })`,
    )
    app.write('src/server/many.api.ts', `import { api } from '@fw/runtime'\n\n${lines.join('\n')}\n`)
    try {
      const { code, stderr: many } = await app.fw('verify')
      expect(many).toMatch(/openai: \d+ strict.*, 65 deferred, for the tool search of OpenAI's API\n/)
      expect(many).toMatch(/anthropic: \d+ strict.*, 65 deferred, for the tool search of Anthropic's API\n/)
      expect(many).toMatch(/google: \d+ loose, 65 deferred, for search_tools\n/)
      expect(many).toMatch(/Deferred, because a request defines at most 50 tools, .*: .*api\.many\.do59/)
      expect(code).toBe(0)
    } finally {
      rmSync(join(app.root, 'src/server/many.api.ts'))
    }
  })

  it('API-02 CLI-12 exits with 1 when a tool that agents may call has no description, and not for a forbidden one; reports tools that MCP clients refuse', async () => {
    app.write('src/mcp.ts', "export default { toolNames: { 'api.notes.clear': 'clear notes' } }\n")
    app.write('src/server/wide.api.ts', WIDE)
    const strip = (text: string) =>
      text.replace('/** Counts the notes. */', '').replace('/** Removes the file itself; not for agents. */', '')
    edit('src/server/notes.api.ts', strip)
    const { code, stderr } = await app.fw('verify')
    const lines = app.read('src/server/notes.api.ts').split('\n')
    const count = lines.findIndex((text) => text.startsWith('export const count')) + 1
    expect(stderr).toContain(`Error: src/server/notes.api.ts:${count} api.notes.count has no description`)
    const clear = lines.findIndex((text) => text.startsWith('export const clear')) + 1
    expect(stderr).toContain(`Warning: src/server/notes.api.ts:${clear} api.notes.clear: its MCP name is "clear notes"`)
    expect(stderr).toContain('src/server/wide.api.ts:4 api.wide.move: its description has 1105 characters')
    expect(stderr).toContain('src/server/wide.api.ts:4 api.wide.move: the root of its input has anyOf')
    expect(stderr).toContain('src/server/wide.api.ts:4 api.wide.move: its input has "größe"')
    // Beside them the page that throws.
    expect(stderr).toContain('1 error, 5 warnings.')
    expect(stderr).not.toContain('api.notes.wipe')
    expect(code).toBe(1)
  })
})

describe('fw check', SLOW, () => {
  const line = () => app.read('src/server/notes.api.ts').trimEnd().split('\n').length

  it('prints place, code, frame and what to write instead', async () => {
    edit('src/server/notes.api.ts', (text) => `${text}\nexport default count\n`)
    const { code, stdout } = await app.fw('check')
    expect(stdout).toContain(`src/server/notes.api.ts:${line()}:1 error api-default-export`)
    expect(stdout).toContain('export default count')
    expect(stdout).toContain('^')
    expect(stdout).toContain('export const')
    expect(code).toBe(1)
  })

  it('prints the same as JSON', async () => {
    const { code, stdout } = await app.fw('check', '--format', 'json')
    const found = JSON.parse(stdout) as { severity: string }[]
    // Beside it stand warnings about two descriptions.
    expect(found.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'api-default-export', severity: 'error', span: { file: 'src/server/notes.api.ts', line: line() } },
    ])
    expect(code).toBe(1)
  })

  it('annotates pull requests', async () => {
    const { code, stdout } = await app.fw('check', '--format', 'github')
    expect(stdout).toContain(`::error file=src/server/notes.api.ts,line=${line()}`)
    expect(code).toBe(1)
  })

  it('API-17 a wrong export stops the build before anything is written', async () => {
    const { code, stderr } = await app.fw('build')
    expect(code).toBe(1)
    expect(stderr).toContain('src/server/notes.api.ts')
    expect(stderr).not.toContain('    at ')
    expect(app.read('dist/server/index.js')).toBe('')
  })
})
