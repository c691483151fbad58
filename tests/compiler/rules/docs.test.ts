import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createChecker } from '../../../compiler/src/index.ts'
import type { Diagnostic } from '../../../compiler/src/model.ts'
import { RULES } from '../../../compiler/src/rules/index.ts'
import { temporaryApp } from '../temporary-app.ts'
import { examples, type Files, readPage, WITH_FIX, WITH_FIX_AT_TIMES } from './rule-pages.ts'

/** Where each page's incorrect example is found fault with. */
const FOUND: Readonly<Record<string, string>> = {
  'api-default-export': 'src/server/shop.api.ts:3:1',
  'api-exported-function': 'src/server/shop.api.ts:1:17',
  'api-re-export': 'src/server/shop.api.ts:1:10',
  'api-unsupported-export': 'src/server/shop.api.ts:3:14',
  'api-name': 'src/server/shop.api.ts:3:14',
  'api-missing-contract': 'src/server/shop.api.ts:4:15',
  'any-input': 'src/server/shop.api.ts:4:31',
  'input-not-object': 'src/server/shop.api.ts:4:31',
  'unrepresentable-type': 'src/server/shop.api.ts:5:3',
  'unresolved-type': 'src/server/shop.api.ts:4:33',
  'endless-type': 'src/server/shop.api.ts:9:31',
  'empty-object': 'src/server/shop.api.ts:4:48',
  'unclear-brand': 'src/server/shop.api.ts:3:33',
  'untyped-member': 'src/server/shop.api.ts:4:48',
  'invalid-doc-tag': 'src/server/shop.api.ts:4:7',
  'reserved-key': 'src/server/shop.api.ts:4:33',
  'tool-name-length': 'src/server/shop.api.ts:3:14',
  'tool-name-collision': 'src/components/Cart.tsx:4:15',
  'nested-server-folder': 'src/server/admin/users.api.ts:1:1',
  'api-dynamic-field': 'src/server/shop.api.ts:4:10',
  'route-pattern': 'src/routes/orders/[id.tsx:1:1',
  'duplicate-route': 'src/routes/orders/[order].tsx:1:1',
  'convention-default-export': 'src/ctx.ts:1:1',
  'config-not-static': 'fw.config.ts:3:31',
  'syntax-error': 'src/server/shop.api.ts:3:62',
  'intent-name': 'src/components/Cart.tsx:4:18',
  'unknown-hook': 'src/hooks.ts:3:14',
  'config-invalid': 'fw.config.ts:3:3',
  'env-type': 'src/env.ts:4:3',
  'package-config': 'package.json:3:3',
  'path-rule': 'fw.config.ts:4:15',
  'shadowed-path-rule': 'fw.config.ts:6:5',
  'unknown-matcher': 'src/routes/orders/[id=interger].tsx:1:1',
  'dead-link': 'src/routes/index.tsx:2:18',
  'slow-pattern': 'src/server/shop.api.ts:4:7',
  'undecided-access': 'src/server/shop.api.ts:4:14',
  'missing-description': 'src/server/shop.api.ts:3:14',
  'repeated-name': 'src/server/shop.api.ts:4:14',
  'field-value': 'src/server/shop.api.ts:5:10',
  'contradicting-fields': 'src/server/shop.api.ts:5:3',
  'server-code': 'src/prices.ts:1:22',
  'page-code': 'src/routes/index.tsx:1:30',
  'island-prop': 'src/routes/index.tsx:3:41',
  'unreachable-route': 'src/routes/old.tsx:1:1',
  'duplicate-intent': 'src/components/cart.tsx:5:22',
  'ignored-doc-tag': 'src/server/shop.api.ts:4:7',
  'static-params': 'src/routes/teas/[slug].tsx:1:52',
  'async-component': 'src/routes/index.tsx:8:11',
  'cache-policy': 'src/routes/index.tsx:1:31',
  'ignored-value': 'src/routes/index.tsx:5:25',
  'untyped-route': 'src/routes/orders/[id].tsx:1:31',
  'route-default-export': 'src/routes/index.tsx:1:1',
  'route-export': 'src/routes/index.tsx:1:14',
  'misplaced-convention': 'src/session/index.ts:1:1',
  'misplaced-error-page': 'src/routes/orders/_404.tsx:1:1',
  'unknown-tool': 'src/agent.ts:6:15',
  'unknown-message': 'src/routes/index.tsx:3:29',
  'message-values': 'src/routes/index.tsx:3:29',
  'dynamic-message': 'src/components/badge.tsx:6:59',
  'missing-message': 'src/i18n.ts:8:9',
  'invalid-message': 'src/i18n.ts:8:45',
  'unknown-form-field': 'src/routes/index.tsx:6:31',
  'missing-form-field': 'src/routes/index.tsx:4:9',
  'unknown-tag': 'src/server/catalogue.api.ts:8:17',
  'untagged-read': 'src/routes/index.tsx:3:14',
  'unseen-write': 'src/server/orders.api.ts:9:14',
  'unescaped-json': 'src/routes/index.tsx:8:43',
  'locale-route': 'src/routes/de/cart.tsx:1:1',
  'split-intent': 'src/components/cart.tsx:7:28',
  'unchecked-intent': 'src/rows.ts:6:15',
  'file-name': 'src/lib/50%.ts:1:1',
  'guarded-render': 'src/orders.ts:3:55',
  'invalid-tsconfig': 'tsconfig.json:2:15',
  'missing-react': 'src/components/stars.react.tsx:4:1',
  'invalid-schedule': 'src/schedules.ts:4:9',
  'static-output': 'src/routes/teas.tsx:3:32',
  'target-feature': 'fw.config.ts:3:49',
  'middleware-function': 'src/middleware.ts:3:20',
  'endpoint-export': 'src/routes/feed.xml.http.ts:1:17',
  'api-address': 'src/server/articles.api.ts:5:9',
  'duplicate-address': 'src/server/articles.api.ts:6:9',
}

it('every rule has a place in this table, a number and a code of its own', () => {
  expect(RULES.map((rule) => rule.code).sort()).toEqual(Object.keys(FOUND).sort())
  expect(new Set(RULES.map((rule) => rule.number)).size).toBe(RULES.length)
})

it('every rule with a fix is in the table of tested fixes', () => {
  const folder = fileURLToPath(new URL('../../../compiler/src/rules/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const handing = RULES.filter(({ code }) => {
    const file = files.find((name) => basename(name) === `${code}.ts`)
    return /\bfix(?:es|esOf)\b/.test(readFileSync(join(folder, `${file}`), 'utf8'))
  })
  const listed = [...WITH_FIX, ...WITH_FIX_AT_TIMES]
  expect(handing.map(({ code }) => code).filter((code) => !listed.includes(code))).toEqual([])
})

describe.each(RULES)('the page of $code', ({ code, severity, title }) => {
  const page = readPage(code)

  it('begins with the title, code and severity', () => {
    expect(page.startsWith(`# ${title}\n\n\`${code}\` · ${severity}\n`)).toBe(true)
    expect(page).toContain('\n## Why\n')
    expect(page).toContain('\n## When not\n')
  })

  it('has an incorrect example that only this rule reports, at its position', async () => {
    const diagnostics = await found(code, examples(page, 'Incorrect'))
    // docs/guide/check.md lists them, and these lists test the fixes.
    if (!WITH_FIX_AT_TIMES.includes(code))
      expect(diagnostics.some(({ fixes = [] }) => fixes.length > 0)).toBe(WITH_FIX.includes(code))
    expect(diagnostics.map((found) => [found.code, place(found.span)])).toEqual([[code, FOUND[code]]])
    for (const { message } of diagnostics) expect(message).not.toMatch(/\{\w+\}/)
  })

  it('has a correct example without diagnostics', async () => {
    expect(await found(code, examples(page, 'Correct'))).toEqual([])
  })
})

function place(span: { file: string; line: number; column: number } | undefined): string {
  return span === undefined ? '' : `${span.file}:${span.line}:${span.column}`
}

// One app for all examples, one after the other: its program is opened once.
const app = temporaryApp({}, afterAll)
const TSCONFIG = readFileSync(join(app.root, 'tsconfig.json'), 'utf8')
const checker = createChecker(app)
afterAll(checker.close)
let present: readonly string[] = []

/** Examples show one thing: the tools in them may go without a description. */
async function found(code: string, files: Files): Promise<readonly Diagnostic[]> {
  for (const file of present) app.write(file, file === 'tsconfig.json' ? TSCONFIG : undefined)
  for (const [file, text] of Object.entries(files)) app.write(file, text)
  checker.invalidate([...present, ...Object.keys(files)])
  present = Object.keys(files)
  const { diagnostics } = await checker.check()
  return diagnostics.filter((one) => one.code === code || one.code !== 'missing-description')
}
