import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchCheck } from '../../../cli/src/check/watch-check.ts'
import { check, createChecker } from '../../../compiler/src/check.ts'
import { printLines } from '../../../compiler/src/diagnostic/print.ts'
import { missingDescription } from '../../../compiler/src/rules/apis/missing-description.ts'
import { RULES } from '../../../compiler/src/rules/index.ts'
import { examples, readPage } from '../rules/rule-pages.ts'
import { temporaryApp } from '../temporary-app.ts'
import { TSCONFIG } from './editor-app.ts'
import { SERVERS, type Server, type ShownDiagnostic, startServer } from './tsserver.ts'

const DOCS = resolve(import.meta.dirname, '../../../docs/guide')

const PAGE = readFileSync(join(DOCS, 'editor.md'), 'utf8')

describe('the page', () => {
  it('has a problem matcher that reads the output of fw check --watch', async () => {
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

  it('names a plugin that tsserver finds, in a tsconfig that tsc accepts', () => {
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

  it('reports nothing for the correct example', { timeout: 300_000 }, async () => {
    const apps = RULES.map(({ code }) => [code, examples(readPage(code), 'Correct')] as const)
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

const { compilerOptions } = JSON.parse(TSCONFIG) as { compilerOptions: object }
const tsconfig = JSON.stringify({ compilerOptions, include: ['*/src', '*/*.ts'] })
