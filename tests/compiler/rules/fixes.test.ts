import { expect, it, onTestFinished } from 'vitest'
import { applyFixes, createChecker, type Diagnostic } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'
import { packedApp } from './packed-app.ts'
import { WITH_FIX } from './rule-pages.ts'

interface Fixed {
  readonly applied: readonly Diagnostic[]
  /** By the rule whose example the file is of. */
  readonly before: ReadonlyMap<string, readonly string[]>
  readonly after: ReadonlyMap<string, readonly string[]>
}

let known: Promise<Fixed> | undefined

/** All examples in one app, fixed at once: a program for each would take most of a minute. */
async function fixAll(): Promise<Fixed> {
  const { files, codeOf } = packedApp(WITH_FIX)
  const checker = createChecker(temporaryApp(files))
  onTestFinished(checker.close)
  const byExample = (diagnostics: readonly Diagnostic[]) => {
    const codes = new Map<string, string[]>()
    for (const { code, span } of diagnostics) {
      const example = codeOf(span?.file ?? '') ?? ''
      codes.set(example, [...(codes.get(example) ?? []), code])
    }
    return codes
  }
  const { diagnostics } = await checker.check()
  const own = diagnostics.filter(({ code, span }) => [code, undefined].includes(codeOf(span?.file ?? '')))
  const { texts, applied } = applyFixes(own, checker.textOf)
  for (const [file, text] of texts) checker.edit(file, text)
  const after = await checker.check()
  return {
    applied: applied.map(({ diagnostic }) => diagnostic),
    before: byExample(diagnostics),
    after: byExample(after.diagnostics),
  }
}

it.each(WITH_FIX)('the fix of %s takes its finding away and brings no new one', async (code) => {
  known ??= fixAll()
  const { applied, before, after } = await known
  expect(applied.filter((one) => one.code === code)).not.toEqual([])
  const had = new Set([...(before.get(code) ?? []), ...(before.get('') ?? [])])
  const isNew = (one: string) => one === code || !had.has(one)
  expect([...(after.get(code) ?? []), ...(after.get('') ?? [])].filter(isNew)).toEqual([])
})

it('every fix makes the same edits in files with a byte order mark and the line breaks of Windows', async () => {
  const { files } = packedApp(WITH_FIX)
  const fix = async (change: (text: string) => string) => {
    const changed = Object.entries(files).map(([file, text]) => [file, change(text)] as const)
    const checker = createChecker(temporaryApp(Object.fromEntries(changed)))
    onTestFinished(checker.close)
    const { diagnostics } = await checker.check()
    return applyFixes(diagnostics, checker.textOf).texts
  }
  const plain = await fix((text) => text)
  const windows = await fix((text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`)
  expect(plain.size).toBeGreaterThan(10)
  expect([...windows.keys()].sort()).toEqual([...plain.keys()].sort())
  for (const [file, text] of plain) expect(windows.get(file), file).toBe(text.replaceAll('\n', '\r\n'))
})
