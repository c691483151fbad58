import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder with these files; it is removed when the test has finished. */
export function appOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'fw-codemod-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Returns every file of a folder by its path, with `/`. */
export function filesOf(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((path) => statSync(join(root, path)).isFile())
  return Object.fromEntries(files.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]))
}
