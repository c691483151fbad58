/** The doc pages of the rules, and the apps in their examples. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const PAGES = resolve(import.meta.dirname, '../../../compiler/docs/rules')

/** Rules whose incorrect example has a fix. */
export const WITH_FIX: readonly string[] = [
  'api-exported-function',
  'api-re-export',
  'api-unsupported-export',
  'field-value',
  'contradicting-fields',
  'static-params',
  'route-export',
  'unknown-form-field',
  'unknown-message',
  'unknown-tag',
  'config-invalid',
  'unknown-hook',
  'dead-link',
  'convention-default-export',
  'api-dynamic-field',
  'invalid-doc-tag',
  'ignored-doc-tag',
  'shadowed-path-rule',
  'untyped-route',
  'undecided-access',
  'unescaped-json',
]

/** Rules that have a fix in other cases than their example: `tests/compiler/rules/fix-cases.test.ts`. */
export const WITH_FIX_AT_TIMES: readonly string[] = [
  'api-default-export',
  'unrepresentable-type',
  'env-type',
  'package-config',
  'invalid-schedule',
  'cache-policy',
  'route-default-export',
  'unknown-tool',
]

export type Files = Readonly<Record<string, string>>

export function readPage(code: string): string {
  return readFileSync(join(PAGES, `${code}.md`), 'utf8')
}

/** The files of a section: fences whose info string is the language and the path. */
export function examples(page: string, section: 'Incorrect' | 'Correct'): Files {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  return Object.fromEntries([...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```/gm)].map((match) => [match[1], match[2]]))
}
