import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkServerBundle } from '../structure/checks/loaded-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const fw = join(root, 'cli/bin/fw.js')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text = '']) => ({
  language,
  text,
}))
const sources = blocks.flatMap(({ text }) => {
  const path = /^\/\/ (src\/\S+)\n/.exec(text)?.[1]
  return path === undefined ? [] : [{ path, text: text.slice(text.indexOf('\n') + 1) }]
})

/** `curl …` and the response in the comment below it. */
const calls = [...readme.matchAll(/^curl localhost:3000(\S+) (.*)\n# (.*)$/gm)].map(
  ([, path = '', options = '', answer = '']) => ({
    path,
    headers: Object.fromEntries(
      [...options.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]),
    ),
    body: /-d '([^']*)'/.exec(options)?.[1],
    answer,
  }),
)

const app = mkdtempSync(join(tmpdir(), 'fw-readme-'))
let server: ReturnType<typeof spawn> | undefined
let url = ''

beforeAll(async () => {
  writeFileSync(join(app, 'package.json'), '{ "name": "notes", "private": true, "type": "module" }\n')
  symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'))
  for (const { path, text } of sources) {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
  const built = spawnSync(process.execPath, [fw, 'build'], { cwd: app, encoding: 'utf8' })
  expect(built.status, built.stdout + built.stderr).toBe(0)
  url = await start()
})

afterAll(() => {
  server?.kill('SIGTERM')
  rmSync(app, { recursive: true, force: true })
})

function start(): Promise<string> {
  const child = spawn(process.execPath, [fw, 'start', '--port', '0'], { cwd: app })
  server = child
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += String(chunk)
      const found = /http:\/\/[\w.[\]:]+:\d+/.exec(output)?.[0]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(output)))
  })
}

describe('the example of the README', () => {
  it('is an app of at most 40 lines, without the empty ones', () => {
    const lines = sources.flatMap(({ text }) => text.split('\n').filter((line) => line.trim() !== ''))
    expect(sources.map(({ path }) => path)).toEqual(['src/server/notes.api.ts', 'src/routes/index.tsx'])
    expect(lines.length).toBeLessThanOrEqual(40)
  })

  it('every call returns the response in the README', async () => {
    expect(calls).toHaveLength(3)
    for (const { path, headers, body, answer } of calls) {
      const response = await fetch(url + path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
      expect(await response.text()).toMatch(patternOf(answer))
    }
  })

  it('serves its page without a script', async () => {
    const html = await (await fetch(url)).text()
    expect(html).toMatch(/<title[^>]*>Notes<\/title>/)
    expect(html).toContain('Buy milk')
    expect(html).not.toContain('<script')
  })

  it('is served by a bundle without a compiler package', () => {
    const folder = join(app, 'dist/server')
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
    const bundle = names.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
    expect(names).toContain('index.js')
    expect(checkServerBundle(bundle)).toEqual([])
  })

  it('is a command, too', () => {
    const words = /`fw (run api\.notes\.search [^`]+)`/.exec(readme)?.[1]?.split(' ') ?? []
    const { stdout, stderr, status } = spawnSync(process.execPath, [fw, ...words], { cwd: app, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    expect(JSON.parse(stdout)).toEqual([{ id: 1, text: 'Buy milk' }])
  })
})

/** `…` matches any text. */
function patternOf(answer: string): RegExp {
  return new RegExp(`^${answer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.+?')}$`)
}
