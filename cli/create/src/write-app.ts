/** Creates a new app: copies the files of a template and adapts the package name and the commands. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CreateError } from './fail.ts'
import {
  addInstallSettings,
  describeLocalPackages,
  formatPnpmSettings,
  type LocalPackages,
  type Manifest,
} from './install-settings.ts'
import { type PackageManager, translateCommands } from './package-manager.ts'
import { readTemplates, STARTER } from './templates.ts'

/** Packages that type-checking an app needs. In the playground they are dependencies of its root. */
const CHECKED_BY: Readonly<Record<string, string>> = { '@types/node': '^20.19.0', typescript: '6.0.3' }

/**
 * Script that writes the types of a cloned app, for the editor and tsc. Every package manager runs it after an install.
 * The examples don't have it, because the packages of this repository are installed before they are built.
 */
const GENERATES_TYPES = { postinstall: 'fw types' }

/** Files of the starter that every new app gets, unless its template has its own. Examples don't have them. */
const SHARED = ['_gitignore', '.agents', '.dockerignore', '.github', '.mcp.json', 'AGENTS.md', 'Dockerfile']

/** Files that contain npm commands. */
const WITH_COMMANDS = [
  'README.md',
  'AGENTS.md',
  'Dockerfile',
  '.github/workflows/ci.yml',
  '.agents/skills/add-a-function/SKILL.md',
  '.agents/skills/fix-errors/SKILL.md',
]

/** List of who may call each function. `fw build` writes it for apps that require a decision for each one. */
const ACCESS_FILE = 'fw.access.json'

/** CI step that compares the list with the sources, with its comment. */
const ACCESS_STEP = /^(?: *#.*\n)? *- run: npx --no-install fw info --access --check\n/m

interface NewApp {
  /** Absolute path. */
  readonly folder: string
  /** Name of the package. */
  readonly name: string
}

/** Resolves the folder of the app. Throws a `CreateError` for an invalid package name or a folder in use. */
export function resolveNewApp(name: string, cwd: string): NewApp {
  const folder = resolve(cwd, name)
  const last = basename(folder)
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(last) || last.length > 214 || last === 'node_modules') {
    const better = last
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[^a-z0-9]+|-+$/g, '')
    const hint = better === '' || better === last ? '' : ` Try "${better}".`
    throw new CreateError(
      `"${last}" is not a valid package name. Use lower-case letters, digits, ".", "_" and "-".${hint}`,
    )
  }
  const taken = fileOnTheWay(folder)
  if (taken !== undefined) throw new CreateError(`${taken} is not a folder. Choose another path.`)
  if (existsSync(folder) && readdirSync(folder).some((entry) => entry !== '.git'))
    throw new CreateError(`${folder} is not empty. Choose an empty or new folder.`)
  return { folder, name: last }
}

/** Returns the nearest existing entry at or above the folder if it isn't a folder: a file, or a broken link. */
function fileOnTheWay(path: string): string | undefined {
  if (!hasEntry(path)) return fileOnTheWay(dirname(path))
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? undefined : path
}

/** Returns whether the path exists, even as a broken link. */
function hasEntry(path: string): boolean {
  try {
    return lstatSync(path) !== undefined
  } catch {
    return false
  }
}

/** Sources of a new app. */
interface AppSource {
  /** Folder of the template. */
  readonly template: string
  /** Folder of the starter, whose shared files every new repository gets. */
  readonly starter: string
  readonly manager: PackageManager
  /** Its version for Corepack, such as `pnpm@10.1.0`. */
  readonly pinned?: string | undefined
  /** Packages of fw that come from a checkout instead of a registry. */
  readonly local?: LocalPackages
}

/** Writes the app. Removes everything it has written if it fails. */
export function writeApp(app: NewApp, source: AppSource): void {
  const { template, starter, manager, local } = source
  const isNew = !existsSync(app.folder)
  const before = isNew ? [] : readdirSync(app.folder)
  try {
    mkdirSync(app.folder, { recursive: true })
    for (const name of SHARED) cpSync(join(starter, name), join(app.folder, name), { recursive: true })
    cpSync(template, app.folder, { recursive: true })
    restoreName(app.folder, '_gitignore', '.gitignore')
    const manifest = writeManifest(app, source)
    if (manager === 'pnpm') writeFileSync(join(app.folder, 'pnpm-workspace.yaml'), formatPnpmSettings(manifest, local))
    // By default Yarn installs packages as archives, but the container starts a file inside a package.
    if (manager === 'yarn') writeFileSync(join(app.folder, '.yarnrc.yml'), 'nodeLinker: node-modules\n')
    const hasAccessFile = existsSync(join(app.folder, ACCESS_FILE))
    for (const path of WITH_COMMANDS) {
      const file = join(app.folder, path)
      if (!existsSync(file)) continue
      writeFileSync(
        file,
        translateCommands(manager, removeMissing(readFileSync(file, 'utf8'), manifest.scripts ?? {}, hasAccessFile)),
      )
    }
    // Not translated: it has a command of the checkout.
    if (local !== undefined) appendFileSync(join(app.folder, 'README.md'), describeLocalPackages(manager, local))
  } catch (error) {
    const written = isNew ? [app.folder] : readdirSync(app.folder).filter((entry) => !before.includes(entry))
    for (const entry of written) rmSync(resolve(app.folder, entry), { recursive: true, force: true })
    throw error
  }
}

/** App that a shared file is for. */
export interface SharedFileOptions {
  readonly manager: PackageManager
  /** Scripts of its `package.json`. Lines that run other scripts are left out. */
  readonly scripts: Readonly<Record<string, string>>
  /** Returns the content of a file of the app, or `undefined` if it doesn't exist. */
  read(path: string): string | undefined
}

/** Reads a file of the starter that every new app gets, such as `Dockerfile`, with the commands of the package manager. */
export function readSharedFile(path: string, { manager, scripts, read }: SharedFileOptions): string {
  const starter = readTemplates().find(({ name }) => name === STARTER)?.folder ?? ''
  const text = readFileSync(join(starter, path), 'utf8')
  return translateCommands(manager, removeMissing(text, scripts, read(ACCESS_FILE) !== undefined))
}

/** Renames a dotfile, because npm interprets a packed `.gitignore` as its own list and leaves it out. */
function restoreName(folder: string, shipped: string, name: string): void {
  if (existsSync(join(folder, shipped))) renameSync(join(folder, shipped), join(folder, name))
}

/**
 * Removes lines that run a script that the app doesn't have, such as "eval" in a static site, and the CI step that compares
 * `fw.access.json` if the app doesn't have it.
 */
function removeMissing(text: string, scripts: Readonly<Record<string, string>>, hasAccessFile: boolean): string {
  const isMissing = (line: string) => {
    const [, name] = /^(?: *- run: |\| `)npm run (\w+)\b/.exec(line) ?? []
    return name !== undefined && !(name in scripts)
  }
  const steps = hasAccessFile ? text : text.replace(ACCESS_STEP, '')
  const lines = steps.split('\n').filter((line) => !isMissing(line))
  return 'eval' in scripts
    ? lines.join('\n')
    : lines.join('\n').replace(', `npm test` and `npm run eval`', ' and `npm test`')
}

/** Writes the `package.json`. Returns its content without the settings of the package manager. */
function writeManifest({ folder, name }: NewApp, { manager, pinned, local }: AppSource): Manifest {
  const file = join(folder, 'package.json')
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Manifest // a template of ours
  const dev = Object.entries({ ...CHECKED_BY, ...devDependencies }).sort(([left], [right]) => (left < right ? -1 : 1))
  const scripts = { ...manifest.scripts, ...GENERATES_TYPES }
  const devPackages = Object.fromEntries(dev)
  // The description and the mark are those of the template, not of the new app.
  const fresh = {
    ...manifest,
    name,
    description: undefined,
    template: undefined,
    ...(pinned !== undefined && { packageManager: pinned }),
    scripts,
    devDependencies: devPackages,
  }
  const written = addInstallSettings(fresh, manager, local)
  writeFileSync(file, `${JSON.stringify(written, undefined, 2)}\n`)
  return fresh
}
