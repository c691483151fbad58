/** A terminal of a new user in an empty folder, with only a package registry configured. */
import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { replaceChanging } from './replace-changing.ts'
import { Terminal } from './terminal.ts'

/** Creates `folder`. `programs`: folders searched before those of PATH. `registry`: its URL. */
export function newcomer(folder: string, programs: readonly string[], registry: string): Terminal {
  const home = join(folder, 'home')
  const work = join(folder, 'work')
  for (const path of [home, work]) mkdirSync(path, { recursive: true })
  const env = {
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
  return new Terminal(work, env, (text) => replaceChanging(text, work))
}
