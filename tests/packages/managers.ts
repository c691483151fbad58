/** The package managers of users, and the steps from an empty folder to a page of a new app. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect } from 'vitest'
import { installLocked } from '../../scripts/packages/install-locked.mjs'
import { BUN } from '../servers/runtimes.ts'
import { REPOSITORY } from './pack.ts'
import { writeSettings } from './user-settings.ts'

export interface Manager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun'
  /** Creates the app `notes` with the starter from a registry. */
  readonly create: string
  /** Runs a script of package.json. */
  script(name: string): string
}

export const MANAGERS: readonly Manager[] = [
  { name: 'npm', create: 'npm create fw@latest notes -- --yes', script: (name) => `npm run ${name}` },
  { name: 'pnpm', create: 'pnpm create fw@latest notes --yes', script: (name) => `pnpm ${name}` },
  { name: 'yarn', create: 'yarn dlx create-fw@latest notes --yes', script: (name) => `yarn run ${name}` },
  { name: 'bun', create: 'bun create fw@latest notes --yes', script: (name) => `bun run ${name}` },
]

/** Folder with the package managers, which are installed when a test needs them. */
export const MANAGERS_FOLDER = join(REPOSITORY, 'tests/packages/managers')

/** A user with an empty folder, a package manager and a registry. */
export interface User {
  /** Absolute. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

/** Creates the folder of a user below `parent`. `registry`: its URL. */
export function createUser(parent: string, { name }: Manager, registry: string): User {
  installLocked(MANAGERS_FOLDER)
  mkdirSync(parent, { recursive: true })
  const own = mkdtempSync(join(parent, `${name}-`))
  const [home, folder, bin] = ['home', 'work', 'bin'].map((part) => join(own, part)) as [string, string, string]
  for (const path of [home, folder, bin]) mkdirSync(path, { recursive: true })
  for (const program of ['bun', 'bunx']) symlinkSync(BUN, join(bin, program))
  writeSettings(home, registry)
  const programs = [bin, join(MANAGERS_FOLDER, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH]
  // Uses any free port, because port 3000 may be in use.
  return {
    folder,
    env: { HOME: home, PATH: programs.join(delimiter), TMPDIR: process.env.TMPDIR, PORT: '0', NO_COLOR: '1' },
  }
}

/** Runs a command in a shell. Throws with its output if it fails. */
export async function runCommand({ folder, env }: User, line: string): Promise<string> {
  const child = spawn('sh', ['-c', `exec 2>&1\n${line}`], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  if (code !== 0) throw new Error(`"${line}" ended with ${code}:\n${text}`)
  return text
}

/** Installs, checks, builds and starts the app `notes`, and calls an api. */
export async function useNotes(user: User, { name, script }: Manager): Promise<void> {
  const app = { ...user, folder: join(user.folder, 'notes') }
  await runCommand(app, `${name} install`)
  expect(await runCommand(app, script('check'))).toContain('No problems found.')
  await runCommand(app, script('build'))
  await serve(app, script('start'), async (url) => {
    const page = await (await fetch(url)).text()
    expect(page).toMatch(/<h1[^>]*>Notes<\/h1>/)
    const response = await fetch(new URL('/_fw/api/notes.search', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await response.json()).toMatchObject({ ok: true })
  })
}

/** Runs a command that serves until `use` has ended. */
export async function serve({ folder, env }: User, line: string, use: (url: string) => Promise<void>): Promise<void> {
  const child = spawn('sh', ['-c', `exec 2>&1\n${line}`], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  try {
    const url = await new Promise<string>((done, fail) => {
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        const [found] = /\bhttp:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(text) ?? []
        if (found !== undefined) done(found)
      })
      child.once('close', (code) => fail(new Error(`"${line}" ended with ${code}:\n${text}`)))
    })
    await use(url)
  } finally {
    // The process group: the package manager and the app that it runs.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
}
