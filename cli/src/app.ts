/** Finds the app that a command works on, and loads it in this process. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { AppModel } from '@fw/compiler'
import type { FwServer, FwServerOptions } from '@fw/runtime/server'
import { refuseForeignApp } from './app-owner.ts'
import { CliError } from './cli-error.ts'
import { parseManifest } from './installed-version.ts'
import type { Io } from './io.ts'

const CONFIG_FILES = ['fw.config.ts', 'fw.config.js', 'fw.config.mjs']
const MARKS = [...CONFIG_FILES, 'src/routes', 'src/server']

/**
 * Returns the nearest folder at or above `cwd` that contains an app. Throws `CliError` `no_app`, or `foreign_app` if the app
 * belongs to another user.
 */
export function findAppRoot(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (isAppRoot(folder)) {
      refuseForeignApp({ folder, marks: MARKS, cwd })
      return folder
    }
    if (dirname(folder) === folder) break
  }
  throw new CliError({
    code: 'no_app',
    title: `No app found in ${cwd} or its parent folders.`,
    fix: 'Run this command inside an app, a folder with src/routes, src/server or fw.config.ts.',
  })
}

/** Returns whether the folder itself contains an app. */
export function isAppRoot(folder: string): boolean {
  return MARKS.some((mark) => existsSync(join(folder, mark))) || isConfigured(join(folder, 'package.json'))
}

/** Returns the data store of an app that configures none, as a value of the option `data`. */
export function getDefaultData(root: string): `sqlite:${string}` {
  return `sqlite:${join(root, '.fw/data/fw.db')}`
}

/** Returns the nearest folder at or above `cwd` with a `package.json`. Throws `CliError` `no_package`. */
export function findPackageRoot(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (dirname(folder) === folder) break
  }
  throw new CliError({
    code: 'no_package',
    title: `No package.json found in ${cwd} or its parent folders.`,
    fix: 'Run this command inside the package whose sources you want to change.',
  })
}

/**
 * Returns whether a `package.json` contains the deprecated field, which replaces a config file. An invalid file is
 * reported elsewhere.
 */
function isConfigured(file: string): boolean {
  try {
    const parsed = parseManifest(readFileSync(file, 'utf8'))
    return typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, 'fw')
  } catch {
    return false
  }
}

/** Variables read from a file, by name. */
const fromFile = new Map<string, string>()

/** Sets the variables of `.env` that the environment doesn't set. Applies an edited file when called again. */
export function readEnvFile(root: string): void {
  const file = join(root, '.env')
  for (const [name, value] of fromFile) if (process.env[name] === value) delete process.env[name]
  fromFile.clear()
  if (!existsSync(file)) return
  for (const [name, value = ''] of Object.entries(parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')))) {
    if (process.env[name] !== undefined) continue
    process.env[name] = value
    fromFile.set(name, value)
  }
}

/**
 * Loads the app in this process, passes it to `work` and closes it. Runs the build if it is newer than every source,
 * else the sources through the pipeline of `fw dev`, without a port. The app always matches the current files.
 */
export async function withApp<Result>(
  root: string,
  io: Io,
  work: (server: FwServer, options: FwServerOptions) => Promise<Result>,
): Promise<Result> {
  const app = (await isBuildFresh(root)) ? await openBuild(root) : await openSources(root, io)
  try {
    return await work(app.server, app.options)
  } finally {
    await app.close()
  }
}

/**
 * Throws `CliError` `app_errors` after it has printed the errors of the sources, where no build is fresh: what holds for every
 * page and tool is reported once, and not again by each page that fails because of it.
 */
export async function stopAtErrors(root: string, io: Io): Promise<void> {
  if (!(await isBuildFresh(root))) await checkSources(root, io)
}

/** Returns the model of an app without errors. Otherwise prints the errors, and throws `CliError` `app_errors`. */
export async function checkSources(root: string, io: Io): Promise<AppModel> {
  io.progress('Checking')
  const { createChecker, printDiagnostics } = await import('@fw/compiler')
  const checker = createChecker({ root })
  const { diagnostics, model } = await checker.check()
  checker.save()
  checker.close()
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return model
  io.note(printDiagnostics(errors, 'pretty').trimEnd())
  throw new CliError({
    code: 'app_errors',
    title: 'The app has errors.',
    fix: 'Correct them, then run the command again.',
  })
}

interface OpenApp {
  readonly server: FwServer
  /** Definition of the app: its own files. */
  readonly options: FwServerOptions
  close(): Promise<void>
}

async function openBuild(root: string): Promise<OpenApp> {
  const { loadBuild } = await import('@fw/compiler/start')
  const build = await loadBuild(root)
  let options: FwServerOptions = {}
  const createWiring = (made: FwServerOptions) => {
    options = made
    return {}
  }
  // The data that the server uses, for example the tokens of a login.
  const defaults = { data: getDefaultData(root) }
  const server = build.server.createApp(createWiring, defaults) as FwServer // the bundle contains this release's runtime
  return { server, options, close: () => server.close() }
}

async function openSources(root: string, io: Io): Promise<OpenApp> {
  io.progress('Loading the app from source')
  const { openApp } = await import('@fw/compiler/dev')
  let options: FwServerOptions = {}
  const onOptions = (made: FwServerOptions) => {
    options = made
  }
  const app = await openApp({ root, log: (line) => io.note(line), onOptions })
  return { server: app.server as FwServer, options, close: () => app.close() } // likewise
}

/**
 * Returns whether `dist/server` is newer than the app's own files and those of its workspace that the build read. Installed
 * packages are detected by `package.json`.
 */
export async function isBuildFresh(root: string): Promise<boolean> {
  const bundle = join(root, 'dist/server/index.js')
  if (!existsSync(bundle)) return false
  const built = statSync(bundle).mtimeMs
  const { readBuildSources } = await import('@fw/compiler/start')
  const { files, packages } = readBuildSources(root)
  // Every file in `src/` counts. Elsewhere only code counts, because a program may write data there while it runs.
  const isOutdated = (folder: string) =>
    hasNewer(folder, built, (path) => path.startsWith(join(folder, 'src')) || CODE.test(path), join(folder, 'dist'))
  return ![root, ...packages].some(isOutdated) && !files.some((file) => readTime(file) > built)
}

const CODE = /(?:\.(?:[cm]?[jt]sx?|css)|[\\/]package\.json)$/

/**
 * Returns whether a relevant file in the folder or below changed after `time`. Skips `except`, hidden files and
 * packages.
 */
function hasNewer(folder: string, time: number, counts: (path: string) => boolean, except?: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || path === except) return false
    if (counts(path) && readTime(path) > time) return true
    return entry.isDirectory() && hasNewer(path, time, counts)
  })
}

/** Returns the time of a file's last change, or 0 if it doesn't exist. */
function readTime(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
