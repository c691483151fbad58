/** `npx fw` downloads and runs an unrelated package where `@fw/cli` isn't installed, so no page, message or template writes it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { REPOSITORY } from '../structure/source-tree.ts'

/** Commands that download a missing package, with the arguments after them. */
const RUNNERS = /\b(?:npx|bunx|pnpx|(?:pnpm|yarn) dlx|npm (?:exec|x)|bun x)((?:[ \t]+[\w@./:=-]+)+)/g

/** Files that a reader, a shell or a new app gets. */
const SHOWN = [
  'docs',
  'compiler/docs',
  'playground',
  'snapshots/transcript',
  'cli',
  'codemods',
  'compiler/src',
  'runtime/src',
  '*.md',
]

/** Returns whether the command may download the npm package named `fw`. */
function downloadsFw(words: string): boolean {
  const all = words.trim().split(/\s+/)
  const at = all.findIndex((word) => !word.startsWith('-'))
  const mayDownload = !all.slice(0, Math.max(0, at)).some((flag) => flag === '--no-install')
  return mayDownload && all[at]?.replace(/@.*$/, '') === 'fw'
}

it.each([
  ['fw dev', true],
  ['fw@latest dev', true],
  ['--bun fw run', true],
  ['--yes fw run', true],
  ['--no fw --help', true],
  ['--no-install fw run', false],
  ['@fw/cli@latest upgrade', false],
  ['create-fw', false],
])('"npx %s" downloads fw: %s', (words, expected) => {
  expect(downloadsFw(words)).toBe(expected)
})

it('no page, message, template or completion script runs a package runner that may download fw', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--', ...SHOWN], { cwd: REPOSITORY, encoding: 'utf8' })
  const found = files.split('\0').flatMap((file) => {
    if (file === '' || /\.(?:png|jpe?g|webp|avif|ico|woff2?|db)$/.test(file)) return []
    const text = readFileSync(join(REPOSITORY, file), 'utf8')
    return [...text.matchAll(RUNNERS)].flatMap(([command, words = '']) =>
      downloadsFw(words) ? [`${file}: ${command}`] : [],
    )
  })
  expect(found).toEqual([])
})
