import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchCheck } from '../../../cli/src/check/watch-check.ts'
import { check, createChecker } from '../../../compiler/src/check.ts'
import { printLines } from '../../../compiler/src/diagnostic/print.ts'
import type { Diagnostic } from '../../../compiler/src/model.ts'
import { RULES } from '../../../compiler/src/rules/index.ts'
import { missingDescription } from '../../../compiler/src/rules/missing-description.ts'
import { temporaryApp } from '../temporary-app.ts'
import { TSCONFIG } from './editor-app.ts'
import { SERVERS, type Server, type ShownDiagnostic, startServer } from './tsserver.ts'

const DOCS = resolve(import.meta.dirname, '../../../compiler/docs')

const PAGE = readFileSync(join(DOCS, 'editor.md'), 'utf8')

/** The rules that the page says the editor leaves out. */
const LEFT_OUT = [...PAGE.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, code]) => code ?? '')
const SHOWN = RULES.filter(({ code }) => !LEFT_OUT.includes(code))

describe('the page', () => {
  it('leaves out rules that there are', () => {
    expect(LEFT_OUT.filter((code) => !RULES.some((rule) => rule.code === code))).toEqual([])
    expect(LEFT_OUT).not.toEqual([])
  })

  it('has a problem matcher that reads what fw check --watch prints', async () => {
    const [tasks] = fences('.vscode/tasks.json')
    const { pattern, background } = JSON.parse(tasks ?? '').tasks[0].problemMatcher
    const app = temporaryApp({ 'src/server/shop.api.ts': 'export default 1\n' })
    const { diagnostics } = await check(app)
    const read = new RegExp(pattern.regexp).exec(printLines(diagnostics)) ?? []
    const field = (name: string) => read[pattern[name]]
    expect(['file', 'line', 'column', 'severity', 'code'].map(field)).toEqual([
      'src/server/shop.api.ts',
      '1',
      '1',
      'error',
      'FW1001',
    ])
    expect(field('message')).toContain(diagnostics[0]?.message)
    const lines: string[] = []
    const checker = createChecker(app)
    const close = await watchCheck({
      root: app.root,
      checker,
      printLines,
      write: (line) => lines.push(line),
      onFailure: (error) => lines.push(String(error)),
    })
    await close()
    expect(lines[0]).toMatch(new RegExp(background.beginsPattern))
    expect(lines.at(-1)).toMatch(new RegExp(background.endsPattern))
  })

  it('names a plugin that tsserver finds, in a tsconfig that tsc takes', () => {
    const [tsconfig] = fences('tsconfig.json')
    const { plugins } = JSON.parse(tsconfig ?? '').compilerOptions
    expect(plugins).toEqual(JSON.parse(TSCONFIG).compilerOptions.plugins)
  })
})

function fences(file: string): readonly string[] {
  const all = [...PAGE.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```/gm)]
  return all.filter(([, name]) => name === file).map(([, , text]) => text ?? '')
}

describe.each(SERVERS)('tsserver %s', (_, folder) => {
  let server: Server
  beforeAll(() => {
    server = startServer({ folder, verbosity: 'normal' })
  })
  afterAll(() => server.stop())

  it('says the same as the check, of the example on the page of each rule', { timeout: 300_000 }, async () => {
    // One project over an app for each rule: its program is made once.
    const apps = SHOWN.map(({ code }) => [code, example('Incorrect', code)] as const)
    const files = apps.flatMap(([code, app]) =>
      Object.entries(app).map(([file, text]) => [`${code}/${file}`, text] as const),
    )
    // An app with a lone convention file is no app yet: each has a folder that makes it one.
    const marks = apps.map(([code]) => [`${code}/src/server/readme.txt`, ''] as const)
    const all = temporaryApp({ ...Object.fromEntries([...files, ...marks]), 'tsconfig.json': tsconfig })
    const missing: unknown[] = []
    for (const [code] of apps) {
      const root = join(all.root, code)
      const said = saidBy.get(code) ?? (await check({ root })).diagnostics.filter((one) => one.code === code)
      saidBy.set(code, said)
      if (said.length === 0) missing.push([code, 'the check says nothing'])
      for (const { span, number, message, severity } of said) {
        const file = join(root, span?.file ?? '')
        await server.open(file)
        const shown = await server.diagnostics(file)
        const isSame = shown.some(
          ({ source, code, text, category, start }) =>
            source === 'fw' &&
            code === number &&
            text === message &&
            category === severity &&
            start.line === span?.line &&
            start.offset === span.column,
        )
        if (!isSame) missing.push([code, span?.file, message, shown])
        await server.close(file)
      }
    }
    expect(missing).toEqual([])
  })

  it('says nothing of the correct example', { timeout: 300_000 }, async () => {
    const apps = RULES.map(({ code }) => [code, example('Correct', code)] as const)
    const files = apps.flatMap(([code, app]) =>
      Object.entries(app).map(([file, text]) => [`${code}/${file}`, text] as const),
    )
    const marks = apps.map(([code]) => [`${code}/src/server/readme.txt`, ''] as const)
    const all = temporaryApp({ ...Object.fromEntries([...files, ...marks]), 'tsconfig.json': tsconfig })
    const said: unknown[] = []
    for (const [file] of files.filter(([name]) => /\.tsx?$/.test(name))) {
      const path = join(all.root, file)
      await server.open(path)
      const shown = await server.diagnostics(path)
      // Most examples are too short to describe their tools.
      const counts = ({ source, code }: ShownDiagnostic) =>
        source === 'fw' && (code !== missingDescription.number || file.startsWith(`${missingDescription.code}/`))
      said.push(...shown.filter(counts).map((one) => [file, one.text]))
      await server.close(path)
    }
    expect(said).toEqual([])
    expect(server.log()).not.toMatch(/fw: \w+ failed/)
  })
})

/** What the check says of each example; the same for every server. */
const saidBy = new Map<string, readonly Diagnostic[]>()

const { compilerOptions } = JSON.parse(TSCONFIG) as { compilerOptions: object }
const tsconfig = JSON.stringify({ compilerOptions, include: ['*/src', '*/*.ts'] })

/** The files of an example: fences whose info string is the language and the path. */
function example(section: string, code: string): Record<string, string> {
  const page = readFileSync(join(DOCS, 'rules', `${code}.md`), 'utf8')
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  return Object.fromEntries([...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```/gm)].map((match) => [match[1], match[2]]))
}
