/** What each rule finds and mends, in a real tsserver: held against what `fw check` says of the same app. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../../compiler/src/check.ts'
import type { Diagnostic, SourceSpan } from '../../../compiler/src/model.ts'
import { RULES } from '../../../compiler/src/rules/index.ts'
import { packedApp } from '../rules/packed-app.ts'
import { examples, readPage, WITH_FIX } from '../rules/rule-pages.ts'
import { type EditorApp, editorApp } from './editor-app.ts'
import { applied, type CodeFix, type Place, placeAt, SERVERS, type Server, startServer } from './tsserver.ts'

const PAGE = readFileSync(resolve(import.meta.dirname, '../../../compiler/docs/editor.md'), 'utf8')

/** The rules that the page says the editor leaves out; the reason of each stands there. */
const LEFT_OUT = [...PAGE.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, code]) => code ?? '')
const SHOWN = RULES.map(({ code }) => code).filter((code) => !LEFT_OUT.includes(code))

/** The incorrect examples of all rules that are shown, as one app: its program is made once. */
const { files } = packedApp(SHOWN)

/** A finding, as it is shown and as it is said; both are made of it to be compared. */
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

/** What the check says; the same for every server. */
async function checked(app: EditorApp): Promise<readonly Said[]> {
  known ??= check(app).then(({ diagnostics }) =>
    diagnostics.flatMap(({ span, ...rest }) => (span === undefined ? [] : [{ ...rest, span }])),
  )
  return known
}

function textOf(file: string): string {
  return files[file] ?? ''
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

  it('shows of each rule what the check says, from where to where and with what belongs to it; each fix mends it', {
    timeout: 300_000,
  }, async () => {
    const app = editorApp(files)
    const said = await checked(app)
    expect(SHOWN.filter((code) => !said.some((one) => one.code === code))).toEqual([])
    const modules = Object.keys(files).filter((file) => /\.tsx?$/.test(file))
    for (const file of modules) await server.open(app.path(file))
    for (const file of modules) {
      const found = said.filter(({ span }) => span.file === file).map(toFinding)
      expect(sorted(await shown(app, file)), file).toEqual(sorted(found))
    }
    const mended = new Set<string>()
    for (const one of said) {
      const fixes = await fixesOf(server, app, one)
      expect(fixes.map(({ description }) => description)).toEqual((one.fixes ?? []).map(({ title }) => title))
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

  it('leaves what does not parse to TypeScript, which says it in the same place', async () => {
    const broken = examples(readPage('syntax-error'), 'Incorrect')
    const app = editorApp(broken)
    const { diagnostics } = await check(app)
    const [said] = diagnostics.filter(({ code }) => code === 'syntax-error')
    const path = join(app.root, said?.span?.file ?? '')
    await server.open(path)
    const all = await server.diagnostics(path)
    expect(all.filter(({ source }) => source === undefined)).toContainEqual(
      expect.objectContaining({ start: { line: said?.span?.line, offset: said?.span?.column }, text: said?.message }),
    )
  })
})

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => a.start.line - b.start.line || a.start.offset - b.start.offset || a.code - b.code)
}

async function fixesOf(server: Server, app: EditorApp, { span, number }: Said): Promise<readonly CodeFix[]> {
  if (!/\.tsx?$/.test(span.file)) return []
  const end = placeAt(textOf(span.file), span.end)
  const range = { startLine: span.line, startOffset: span.column, endLine: end.line, endOffset: end.offset }
  return server.ask('getCodeFixes', { file: app.path(span.file), ...range, errorCodes: [number] })
}
