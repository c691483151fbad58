/** A small app with `output: 'static'` in a folder of its own, built as the command line builds it. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOutcome, buildApp } from '../build/app-copy.ts'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

export interface StaticTestApp {
  readonly root: string
  path(file: string): string
  write(files: Readonly<Record<string, string | undefined>>): void
  /** Fails the test when the build does. */
  build(): Promise<BuildOutcome>
  /** Fails the test when the build does not. */
  buildBroken(): Promise<{ readonly log: string; readonly codes: readonly string[] }>
  /** Of `dist/client`, sorted, without `assets/`. */
  pages(): readonly string[]
  /** A file of `dist/client`. */
  read(file: string): string
  remove(): void
}

/** `files` by their path; an `undefined` text takes a file away. */
export function staticApp(files: Readonly<Record<string, string>>, config = ''): StaticTestApp {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-static-')))
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
  const path = (file: string) => join(root, file)
  const write: StaticTestApp['write'] = (changed) => {
    for (const [file, text] of Object.entries(changed)) {
      if (text === undefined) rmSync(path(file))
      else {
        mkdirSync(dirname(path(file)), { recursive: true })
        writeFileSync(path(file), text)
      }
    }
  }
  write({
    'package.json': '{ "name": "static-fixture", "type": "module" }',
    'fw.config.ts': `export default { output: 'static', title: 'Static', ${config} }`,
    ...files,
  })
  return {
    root,
    path,
    write,
    async build() {
      const outcome = await buildApp(root)
      if (!outcome.ok) throw new Error(`${outcome.log}\n${JSON.stringify(outcome.answer)}`)
      return outcome
    },
    async buildBroken() {
      const outcome = await buildApp(root)
      if (outcome.ok) throw new Error(`The build went through.\n${outcome.log}`)
      const found = outcome.answer.diagnostics as readonly { code: string }[] | undefined
      return { log: outcome.log, codes: (found ?? []).map(({ code }) => code) }
    },
    pages: () =>
      readdirSync(path('dist/client'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(path('dist/client').length + 1))
        .filter((file) => !file.startsWith('assets/'))
        .sort(),
    read: (file) => readFileSync(path(`dist/client/${file}`), 'utf8'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
