/** Turns command-line arguments into a new app and an exit code. */
import { spawnSync } from 'node:child_process'
import { isAbsolute, relative } from 'node:path'
import type { ReadStream } from 'node:tty'
import { type CliOptions, HELP, parseCliOptions } from './cli-options.ts'
import { CreateError } from './fail.ts'
import type { LocalPackages } from './install-settings.ts'
import { detectPackageManager, findPinnedManager, type PackageManager, translateCommands } from './package-manager.ts'
import { TEMPLATE_KINDS, type TemplateKind } from './template-kind.ts'
import { ownVersion, readTemplates, STARTER, type Template } from './templates.ts'
import { resolveNewApp, writeApp } from './write-app.ts'

/** Members of `process` that this module uses. */
export interface Terminal {
  readonly stdin: { readonly isTTY?: ReadStream['isTTY'] }
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Runs the command and returns its exit code. Prints errors to stderr. `argv` excludes node and the script. With `local`,
 * the app gets the packages of fw from a checkout instead of a registry.
 */
export async function main(
  argv: readonly string[],
  terminal: Terminal,
  cwd: string,
  local?: LocalPackages,
): Promise<number> {
  try {
    return await create(parseCliOptions(argv), terminal, cwd, local)
  } catch (error) {
    if (!(error instanceof CreateError)) throw error
    terminal.stderr.write(`Failed: ${escapeControls(error.message)}\n`)
    return 1
  }
}

async function create(
  cliOptions: CliOptions,
  terminal: Terminal,
  cwd: string,
  local: LocalPackages | undefined,
): Promise<number> {
  const print = (line: string) => terminal.stdout.write(`${escapeControls(line)}\n`)
  if (cliOptions.help) return done(print, HELP)
  if (cliOptions.version) return done(print, ownVersion())
  const templates = readTemplates()
  if (cliOptions.list !== undefined) return done(print, listApps(templates, cliOptions.list))
  const template = readTemplateFlag(templates, cliOptions)
  if (cliOptions.name !== undefined) resolveNewApp(cliOptions.name, cwd)
  const options = await resolveOptions({ ...cliOptions, template }, templates, terminal, cwd)
  if (options === undefined) return 1
  const manager = cliOptions.packageManager ?? detectPackageManager(terminal.env)
  const app = resolveNewApp(options.name, cwd)
  if (local !== undefined) requireOutside(local.checkout, app.folder)
  const starter = findTemplate(templates, STARTER, 'template')
  const pinned = findPinnedManager(manager, terminal.env)
  writeApp(app, { template: options.template.folder, starter: starter.folder, manager, pinned, local })
  if (options.git) must('git', ['init', '--quiet'], app.folder)
  if (options.install) {
    // A package manager without a terminal prints nothing until it has finished.
    terminal.stderr.write(`Installing the packages with ${manager}\n`)
    must(manager, ['install'], app.folder)
  }
  const folder = isAbsolute(options.name) ? app.folder : relative(cwd, app.folder)
  print(nextSteps({ ...options, folder, manager, local }))
  return 0
}

/** In the folder of a checkout, npm and TypeScript would use its packages and settings. */
function requireOutside(checkout: string, folder: string): void {
  if (!`${folder}/`.startsWith(`${checkout}/`)) return
  throw new CreateError(`${folder} is inside the checkout of fw. Choose a folder outside of it.`)
}

interface ResolvedOptions {
  readonly name: string
  readonly template: Template
  readonly install: boolean
  readonly git: boolean
}

/** Prompts for missing options at a terminal. Elsewhere defaults to the starter and installs nothing. */
async function resolveOptions(
  given: Partial<ResolvedOptions> & Pick<CliOptions, 'yes'>,
  templates: readonly Template[],
  terminal: Terminal,
  cwd: string,
): Promise<ResolvedOptions | undefined> {
  const { name, template, install, git, yes } = given
  if (terminal.stdin.isTTY === true && terminal.stdout.isTTY === true && !yes) {
    const { promptUser } = await import('./ask.ts')
    return promptUser({ name, template, install, git }, templates, cwd)
  }
  if (name === undefined) throw new CreateError('Missing the folder of the new app: create-fw my-app.')
  const chosen = template ?? findTemplate(templates, STARTER, 'template')
  return { name, template: chosen, install: install ?? false, git: git ?? false }
}

/** Returns the app that a flag names. */
function readTemplateFlag(templates: readonly Template[], options: CliOptions): Template | undefined {
  for (const kind of TEMPLATE_KINDS) {
    const name = options[kind]
    if (name !== undefined) return findTemplate(templates, name, kind)
  }
  return undefined
}

/** Throws a `CreateError` if no app has this name, or if it is of the other kind. */
function findTemplate(templates: readonly Template[], name: string, kind: TemplateKind): Template {
  const template = templates.find((one) => one.name === name)
  if (template?.kind === kind) return template
  if (template !== undefined) throw new CreateError(`There is no ${kind} "${name}". Pass --${template.kind} ${name}.`)
  throw new CreateError(`Unknown ${kind} "${name}". Available ${kind}s:\n${listApps(templates, kind)}`)
}

function listApps(templates: readonly Template[], kind: TemplateKind): string {
  const apps = templates.filter((one) => one.kind === kind)
  const width = Math.max(...apps.map(({ name }) => name.length))
  return apps.map(({ name, description }) => `${name.padEnd(width)}  ${description}`.trimEnd()).join('\n')
}

function must(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status === 0) return
  const why = error === undefined ? `exited with code ${status}` : `failed to start: ${error.message}`
  throw new CreateError(`Created the app in ${cwd}, but "${command} ${args.join(' ')}" ${why}.`)
}

function nextSteps({
  folder,
  template,
  install,
  manager,
  local,
}: ResolvedOptions & { folder: string; manager: PackageManager; local: LocalPackages | undefined }): string {
  const steps = [
    ...(folder === '' ? [] : [`cd ${folder}`]),
    ...(install ? [] : [`${manager} install`]),
    translateCommands(manager, 'npm run dev'),
  ]
  const from = template.name === STARTER ? 'the starter' : `the ${template.kind} ${template.name}`
  const packages = local === undefined ? '' : ` Its @fw packages are files of ${local.checkout}; see its README.`
  return `Created the app from ${from}.${packages} Next steps:\n\n${steps.map((step) => `  ${step}`).join('\n')}\n`
}

/** Escapes control characters, because a path may contain sequences that a terminal would execute. */
function escapeControls(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

function done(print: (line: string) => void, text: string): number {
  print(text)
  return 0
}
