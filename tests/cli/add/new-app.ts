/** A new app from the starter, in a folder of its own, with the repository's packages. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linkPackages, type Outcome, runFw } from '../support/fixture.ts'

export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

export interface NewApp {
  readonly root: string
  fw(...args: string[]): Promise<Outcome>
  /** Returns the content of a file; empty for a missing file. */
  read(file: string): string
  write(file: string, text: string): void
  /** Runs TypeScript as `npm run check` does, and returns its output. */
  typecheck(): string
  remove(): void
}

/** Creates the app, as `npm create fw` does with `--yes`. */
export function createApp(...args: string[]): NewApp {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-add-')))
  const root = join(folder, 'notes')
  const create = join(REPOSITORY, 'cli/create/bin/create-fw.js')
  execFileSync(process.execPath, [create, 'notes', '--yes', ...args], { cwd: folder, stdio: 'ignore' })
  linkPackages(root)
  return {
    root,
    fw: (...words) => runFw(root, words),
    read: (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''),
    write: (file, text) => writeFileSync(join(root, file), text),
    typecheck() {
      const tsc = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc')
      return execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: root, encoding: 'utf8' })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
