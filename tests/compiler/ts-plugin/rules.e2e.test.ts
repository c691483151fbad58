/** Findings and fixes of each rule in a real tsserver, compared with those of `fw check` for the same app. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../../compiler/src/check.ts'
import type { Diagnostic, SourceSpan } from '../../../compiler/src/model.ts'
import { RULES } from '../../../compiler/src/rules/index.ts'
import { packedApp } from '../rules/packed-app.ts'
import { examples, readPage, WITH_FIX } from '../rules/rule-pages.ts'
import { type EditorApp, editorApp } from './editor-app.ts'
import { applied, type CodeFix, type Place, placeAt, SERVERS, type Server, startServer } from './tsserver.ts'

/** TypeScript's own error, which prevents other rules from running: it has a separate app. */
const ALONE = 'syntax-error'
/** Without a tsconfig.json that can be read, a server loads no plugin. The app has the `output` of another rule's example. */
const APART: readonly string[] = [ALONE, 'invalid-tsconfig', 'target-feature']
const PACKED = RULES.map(({ code }) => code).filter((code) => !APART.includes(code))

/** The incorrect examples of all other rules, as one app: its program is made once. */
const { files } = packedApp(PACKED)

/** A finding in a form in which both results can be compared. */
interface Finding {
  readonly code: number
  readonly severity: string
  readonly message: string
  readonly start: Place
  readonly end: Place
  readonly related: readonly { readonly message: string; readonly file: string; readonly start: Place }[]
}

type Said = Omit<Diagnostic, 'span'> & { readonly span: SourceSpan }

let known: Promise<readonly Said[]> | undefined

/** Findings of the check; the same for every server. */
async function checked(app: EditorApp): Promise<readonly Said[]> {
  known ??= check(app).then(({ diagnostics }) =>
    diagnostics.flatMap(({ span, ...rest }) => (span === undefined ? [] : [{ ...rest, span }])),
  )
  return known
}

function textOf(file: string): string {
  return files[file] ?? ''
}

/** Findings in `package.json` are shown in the configuration, if that is open. */
const SHOWN_IN: Readonly<Record<string, string>> = { 'package.json': 'fw.config.ts' }

function toForeignFinding({ number, severity, message, title, span }: Said): Finding {
  const [firstLine = ''] = textOf(SHOWN_IN[span.file] ?? '').split('\n')
  return {
    code: number,
    severity,
    message,
    start: { line: 1, offset: 1 },
    end: { line: 1, offset: firstLine.length + 1 },
    related: [{ message: title, file: span.file, start: { line: span.line, offset: span.column } }],
  }
}

function toFinding({ number, severity, message, span, related = [] }: Said): Finding {
  return {
    code: number,
    severity,
    message,
    start: { line: span.line, offset: span.column },
    end: placeAt(textOf(span.file), span.end),
    related: related.map(({ message, span: at = span }) => ({
      message,
      file: at.file,
      start: { line: at.line, offset: at.column },
    })),
  }
}

describe.each(SERVERS)('tsserver %s', (_, folder) => {
  let server: Server
  beforeAll(() => {
    server = startServer({ folder, verbosity: 'normal' })
  })
  afterAll(() => server.stop())

  const shown = async (app: EditorApp, file: string): Promise<readonly Finding[]> => {
    const all = await server.diagnostics(app.path(file))
    return all
      .filter(({ source }) => source === 'fw')
      .map(({ code, category, text, start, end, relatedInformation = [] }) => ({
        code,
        severity: category,
        message: text,
        start,
        end,
        related: relatedInformation.map(({ message, span }) => ({
          message,
          file: span?.file.slice(app.root.length + 1) ?? '',
          start: span?.start ?? start,
        })),
      }))
  }

  it("shows the check's message of each rule, with its range and related positions; each fix resolves it", {
    timeout: 300_000,
  }, async () => {
    const app = editorApp(files)
    const said = await checked(app)
    expect(PACKED.filter((code) => !said.some((one) => one.code === code))).toEqual([])
    const seen = new Set<number>()
    const modules = Object.keys(files).filter((file) => /\.tsx?$/.test(file))
    for (const file of modules) await server.open(app.path(file))
    for (const file of modules) {
      const found = said.filter(({ span }) => span.file === file).map(toFinding)
      const foreign = said.filter(({ span }) => SHOWN_IN[span.file] === file).map(toForeignFinding)
      expect(sorted(await shown(app, file)), file).toEqual(sorted([...found, ...foreign]))
      for (const { code } of [...found, ...foreign]) seen.add(code)
    }
    expect(RULES.filter(({ number, code }) => !APART.includes(code) && !seen.has(number))).toEqual([])
    const mended = new Set<string>()
    for (const one of said) {
      const fixes = await fixesOf(server, app, one)
      expect(fixes.map(({ description }) => description)).toEqual((one.fixes ?? []).map(({ title }) => title))
      // Removals from package.json are written to disk: see below.
      if (SHOWN_IN[one.span.file] !== undefined) continue
      for (const fix of fixes) {
        for (const { fileName, textChanges } of fix.changes)
          await server.edit(fileName, applied(textOf(fileName.slice(app.root.length + 1)), textChanges))
        const left = await shown(app, one.span.file)
        expect(left.filter(({ code, message }) => code === one.number && message === one.message)).toEqual([])
        for (const { fileName } of fix.changes) await server.edit(fileName, textOf(fileName.slice(app.root.length + 1)))
        mended.add(one.code)
      }
    }
    expect(WITH_FIX.filter((code) => !mended.has(code))).toEqual([])
    expect(server.log()).not.toMatch(/fw: \w+ failed/)
  })

  it('shows a syntax error once, as TypeScript reports it: in the same position, with its own number', async () => {
    const broken = examples(readPage(ALONE), 'Incorrect')
    const app = editorApp(broken)
    const { diagnostics } = await check(app)
    const [said, ...more] = diagnostics.filter(({ code }) => code === ALONE)
    expect([said?.message, said?.span?.line, more]).toEqual(["')' expected.", expect.any(Number), []])
    const { file = '', start = 0, end = 0 } = said?.span ?? {}
    await server.open(app.path(file))
    const all = await server.diagnostics(app.path(file))
    const text = broken[file] ?? ''
    const there = all.filter((one) => one.start.line === said?.span?.line && one.start.offset === said.span.column)
    expect(there).toEqual([
      {
        start: placeAt(text, start),
        end: placeAt(text, end),
        text: said?.message,
        code: 1005,
        category: 'error',
      },
    ])
    expect(all.filter(({ source, text: message }) => source === 'fw' && message === said?.message)).toEqual([])
  })

  it('shows findings about package.json, for which editors ask no plugin, in one open file of the app', async () => {
    const app = editorApp({
      ...examples(readPage('package-config'), 'Incorrect'),
      'src/a.ts': '',
      'src/b.ts': 'let b\n',
    })
    const [said] = (await check(app)).diagnostics
    const [first, second, manifest] = [app.path('src/a.ts'), app.path('src/b.ts'), app.path('package.json')]
    await server.open(manifest)
    const { configFileName } = await server.ask<{ configFileName: string }>('projectInfo', {
      file: manifest,
      needFileNameList: false,
    })
    expect(configFileName).toContain('inferredProject')
    expect(await server.diagnostics(manifest)).toEqual([])
    await server.open(first)
    await server.open(second)
    const ours = async (file: string) => (await server.diagnostics(file)).filter(({ source }) => source === 'fw')
    const place = { line: said?.span?.line, offset: said?.span?.column }
    const finding = {
      code: said?.number,
      text: said?.message,
      start: { line: 1, offset: 1 },
      relatedInformation: [{ message: said?.title, span: { file: manifest, start: place } }],
    }
    expect(await ours(first)).toMatchObject([{ ...finding, end: { line: 1, offset: 1 } }])
    expect(await ours(second)).toEqual([])
    await server.close(first)
    expect(await ours(second)).toMatchObject([{ ...finding, end: { line: 1, offset: 6 } }])
    expect(server.log()).not.toMatch(/fw: \w+ failed/)
  })

  it('removes the field of package.json from the configuration file that overrides it', async () => {
    const manifest = '{\n  "name": "tea-shop",\n  "fw": { "title": "Tea shop" }\n}\n'
    const config = 'export default { }\n'
    const app = editorApp({ 'package.json': manifest, 'fw.config.ts': config, 'src/a.ts': '' })
    const file = app.path('fw.config.ts')
    await server.open(app.path('src/a.ts'))
    await server.open(file)
    expect(await shown(app, 'src/a.ts')).toEqual([])
    const [found] = await shown(app, 'fw.config.ts')
    expect(found?.message).toContain('is ignored, because fw.config.ts exists')
    const range = { startLine: 1, startOffset: 1, endLine: 1, endOffset: found?.end.offset }
    const fixes = await server.ask<readonly CodeFix[]>('getCodeFixes', { file, ...range, errorCodes: [found?.code] })
    expect(fixes.map(({ description, changes }) => [description, changes.map(({ fileName }) => fileName)])).toEqual([
      ['Remove the field', [app.path('package.json')]],
    ])
    app.write('package.json', applied(manifest, fixes[0]?.changes[0]?.textChanges ?? []))
    expect(JSON.parse(readFileSync(app.path('package.json'), 'utf8'))).toEqual({ name: 'tea-shop' })
    await expect.poll(() => shown(app, 'fw.config.ts')).toEqual([])
  })
})

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => a.start.line - b.start.line || a.start.offset - b.start.offset || a.code - b.code)
}

async function fixesOf(server: Server, app: EditorApp, said: Said): Promise<readonly CodeFix[]> {
  const shownIn = SHOWN_IN[said.span.file]
  const { start, end } = shownIn === undefined ? toFinding(said) : toForeignFinding(said)
  const range = { startLine: start.line, startOffset: start.offset, endLine: end.line, endOffset: end.offset }
  return server.ask('getCodeFixes', { file: app.path(shownIn ?? said.span.file), ...range, errorCodes: [said.number] })
}
