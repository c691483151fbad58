/** `fw check` finds nothing in the examples of `docs/`, except in examples of its diagnostics. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { check } from '../../compiler/src/check.ts'
import { REPOSITORY } from '../house/source-tree.ts'
import { readPages } from './blocks.ts'
import { writeApps } from './write-apps.ts'

const root = mkdtempSync(join(tmpdir(), 'fw-docs-check-'))
symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const apps = readPages().flatMap((page) => writeApps(page, root))

/** Examples that show a finding, and one of a package that the page installs. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  'guide/check': ['dead-link', 'cache-policy'],
  'guide/islands': ['missing-react'],
}

/** Files that an example imports and its page does not show. */
const IMPORTED: Readonly<Record<string, readonly string[]>> = {
  'guide/images': ['src/harbour.jpg'],
  'guide/styles-and-files': ['src/routes/about.css'],
}

test.each(apps)('$folder', { timeout: 60_000 }, async ({ folder }) => {
  for (const file of IMPORTED[folder] ?? []) writeFileSync(join(root, folder, file), '')
  const { diagnostics } = await check({ root: join(root, folder) })
  const known = FOUND[folder] ?? []
  const found = diagnostics.filter(({ code }) => !known.includes(code))
  expect(found.map(({ code, span, message }) => `${span?.file}:${span?.line} ${code}: ${message}`)).toEqual([])
  for (const code of known) expect(diagnostics.map((one) => one.code)).toContain(code)
})
