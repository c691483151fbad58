/**
 * New users of the packed packages, for the tests of a file. Each has a terminal in an empty folder, with only a package
 * registry configured, which they share.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { packAll, REPOSITORY } from './pack.ts'
import { npmSettings, type Registry, startRegistry } from './registry.ts'
import { replaceChanging } from './replace-changing.ts'
import { Terminal } from './terminal.ts'

export interface Newcomers {
  /** Removed after the tests. */
  readonly folder: string
  /** `programs`: folders searched before those of PATH. */
  open(name: string, programs: readonly string[]): Terminal
}

/** Packs the packages and serves them while the tests of the file run. */
export function serveNewcomers(): Newcomers {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-pack-')))
  let registry: Registry
  beforeAll(async () => {
    const packages = await packAll()
    registry = await startRegistry({ packages, lockFiles: [join(REPOSITORY, 'package-lock.json')], ...npmSettings() })
  })
  afterAll(async () => {
    await registry?.close()
    // Some disks need a minute for so many files. Neither the tests nor the end of this worker wait for it.
    spawn('sh', ['-c', 'sleep 20; rm -rf "$0"', folder], { detached: true, stdio: 'ignore' }).unref()
  })
  return { folder, open: (name, programs) => openTerminal(join(folder, name), programs, registry.url) }
}

/** Creates the folder of a user. `registry`: its URL. */
function openTerminal(folder: string, programs: readonly string[], registry: string): Terminal {
  const home = join(folder, 'home')
  const work = join(folder, 'work')
  for (const path of [home, work]) mkdirSync(path, { recursive: true })
  return new Terminal(work, userEnv(home, programs, registry), (text) => replaceChanging(text, work))
}

/** Returns the environment of a user. `programs`: folders searched before those of PATH; `registry`: its URL. */
export function userEnv(home: string, programs: readonly string[], registry: string): NodeJS.ProcessEnv {
  return {
    HOME: home,
    PATH: [...programs, process.env.PATH].join(delimiter),
    TMPDIR: process.env.TMPDIR,
    // Uses any free port, because port 3000 may be in use.
    PORT: '0',
    NO_COLOR: '1',
    npm_config_registry: registry,
    npm_config_yes: 'true',
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    BUN_CONFIG_REGISTRY: registry,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Somebody',
    GIT_AUTHOR_EMAIL: 'somebody@example.com',
    GIT_COMMITTER_NAME: 'Somebody',
    GIT_COMMITTER_EMAIL: 'somebody@example.com',
  }
}

/** Compares with the stored transcript; `UPDATE=1` replaces it. */
export function expectTranscript(name: string, text: string): void {
  const file = join(REPOSITORY, `snapshots/transcript/${name}.md`)
  if (process.env.UPDATE === '1') writeFileSync(file, text)
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '')
}
