/**
 * Builds the image of an app's Dockerfile and starts it, without a container engine and its base images: each stage has a clean
 * root. Supports the instructions that our Dockerfiles use, and throws on others.
 */
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, join, posix, relative, sep } from 'node:path'
import { findFreePort } from '../../cli/src/port.ts'
import { findNode, type Mount, PATH, startInRoot, USERS } from './clean-root.ts'
import type { ServedApp } from './served-app.ts'
import type { Machine, Terminal } from './terminal.ts'
import { writeSettings } from './user-settings.ts'

type Variables = Readonly<Record<string, string>>

/** Where npm installs global packages in a container, and Corepack the package managers. */
const GLOBAL = '/opt/global'

export interface Container {
  /** Command of a shell that the engine runs to find out whether the server works. */
  readonly healthCheck: string
  /**
   * Starts the image with more variables, and stops it with SIGTERM after `use`. The commands of `use` run in the container.
   * Returns the exit code.
   */
  start(env: Variables, use: (app: ServedApp) => Promise<void>): Promise<number | string>
}

interface Stage {
  readonly name: string
  /** Folder of this machine with the files that the stage has in addition to those of its base image. */
  readonly folder: string
  /** Paths in the image that belong to `node`. */
  readonly owned: string[]
  /** Variables of this machine, not of the image. */
  readonly settings: Variables
  env: Variables
  workdir: string
  user: keyof typeof USERS
  healthCheck: string
  command: string
}

interface Build {
  readonly terminal: Terminal
  /** Folder of the Dockerfile and the sources. */
  readonly context: string
  /** Home of the user who builds. */
  readonly home: string
  readonly stages: Stage[]
}

/** Runs the Dockerfile in the folder of the terminal, which shows its instructions. */
export async function buildContainer(terminal: Terminal): Promise<Container> {
  const { machine, folder } = terminal
  const build: Build = { terminal, context: folder, home: machine.home, stages: [] }
  for (const { name, value } of readDockerfile(folder)) {
    const follow = INSTRUCTIONS[name]
    if (follow === undefined) throw new Error(`The instruction ${name} isn't supported.`)
    if (name !== 'RUN') terminal.print(`${name} ${value}`)
    await follow(build, value)
  }
  terminal.machine = machine
  const image = getStage(build)
  return { healthCheck: image.healthCheck, start: (env, use) => startImage(terminal, image, env, use) }
}

async function startImage(terminal: Terminal, image: Stage, env: Variables, use: (app: ServedApp) => Promise<void>) {
  const { machine } = terminal
  // The network isn't the container's own, and the port of the image may be in use.
  const port = `${await findFreePort()}`
  terminal.machine = enterStage(image, { ...env, PORT: port })
  try {
    return await terminal.serve(image.command, use, 'SIGTERM')
  } finally {
    terminal.machine = machine
  }
}

function readDockerfile(folder: string): readonly { readonly name: string; readonly value: string }[] {
  const lines = readFileSync(join(folder, 'Dockerfile'), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', value = ''] = /^([A-Z]+) (.*[^\\])$/.exec(line) ?? []
      if (name === '') throw new Error(`"${line}" isn't an instruction in one line.`)
      return { name, value }
    })
}

const INSTRUCTIONS: Readonly<Record<string, (build: Build, value: string) => unknown>> = {
  FROM: beginStage,
  COPY: copyFiles,
  RUN: runStep,
  // Documentation for the user of the image.
  EXPOSE: () => undefined,
  WORKDIR(build, value) {
    const stage = getStage(build)
    if (stage.workdir !== '/') throw new Error('One WORKDIR is supported in each stage.')
    stage.workdir = value
    mkdirSync(join(stage.folder, value), { recursive: true })
  },
  ENV(build, value) {
    const stage = getStage(build)
    if (/["'$\\]/.test(value)) throw new Error(`ENV ${value}: only plain values are supported.`)
    stage.env = { ...stage.env, ...Object.fromEntries(value.split(' ').map((variable) => variable.split('='))) }
  },
  USER(build, value) {
    if (value !== 'node' && value !== 'root') throw new Error(`The image has no user ${value}.`)
    getStage(build).user = value
  },
  // Its files have the owner that they have in the image.
  VOLUME: (build, value) => mkdirSync(join(getStage(build).folder, value), { recursive: true }),
  HEALTHCHECK(build, value) {
    const [, command = ''] = /^CMD ([^[].*)$/.exec(value) ?? []
    if (command === '') throw new Error(`HEALTHCHECK ${value}: only a CMD for a shell is supported.`)
    getStage(build).healthCheck = command
  },
  CMD(build, value) {
    const words = JSON.parse(value) as readonly string[] // the form that runs without a shell
    getStage(build).command = words.map((word) => (/^[\w./@-]+$/.test(word) ? word : `'${word}'`)).join(' ')
  },
}

function getStage({ stages }: Build): Stage {
  const stage = stages.at(-1)
  if (stage === undefined) throw new Error('A Dockerfile begins with FROM.')
  return stage
}

function beginStage({ terminal, home, stages }: Build, value: string): void {
  const [image, name = ''] = value.split(' AS ')
  if (!/^node:\d+-slim$/.test(`${image}`)) throw new Error(`FROM ${value}: only slim images of Node are supported.`)
  const folder = `${home}-image/${stages.length}`
  // The registry of the tests, which an engine would know as well.
  const [, registry = ''] = /^registry=(.+)$/m.exec(readFileSync(join(home, '.npmrc'), 'utf8')) ?? []
  for (const { home: path } of Object.values(USERS)) {
    mkdirSync(join(folder, path), { recursive: true })
    if (registry !== '') writeSettings(join(folder, path), registry)
  }
  // The images of Node have Corepack, and a writable folder for global packages.
  mkdirSync(join(folder, GLOBAL, 'bin'), { recursive: true })
  symlinkSync(join(findNode(), 'lib/node_modules/corepack/dist/corepack.js'), join(folder, GLOBAL, 'bin/corepack'))
  const stage: Stage = {
    ...{ name, folder, owned: [], env: {}, settings: writeInstallSettings(registry) },
    ...{ workdir: '/', user: 'root', healthCheck: '', command: '' },
  }
  stages.push(stage)
  terminal.machine = enterStage(stage)
}

function writeInstallSettings(registry: string): Variables {
  return {
    PATH: `${GLOBAL}/bin:${PATH}`,
    npm_config_prefix: GLOBAL,
    COREPACK_NPM_REGISTRY: registry,
    COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
    // The registry of the tests signs nothing.
    COREPACK_INTEGRITY_KEYS: '0',
  }
}

async function runStep({ terminal }: Build, value: string): Promise<void> {
  const code = await terminal.run(value)
  if (code !== 0) throw new Error(`RUN ${value} ended with ${code}:\n${terminal.text()}`)
}

/** Copies files of the context, or of another stage, like `COPY --from=<stage> --chown=node:node <sources> <target>`. */
function copyFiles(build: Build, value: string): void {
  const stage = getStage(build)
  const words = value.split(' ')
  const paths = words.filter((word) => !word.startsWith('--'))
  const flags = new Map(
    words.filter((word) => word.startsWith('--')).map((flag) => flag.split('=') as [string, string]),
  )
  for (const name of flags.keys()) if (name !== '--from' && name !== '--chown') throw new Error(`No ${name} in COPY.`)
  const target = `${paths.pop()}`
  const at = posix.resolve(stage.workdir, target)
  if (!`${at}/`.startsWith(`${stage.workdir}/`)) throw new Error(`COPY ${value}: the target isn't in the WORKDIR.`)
  const from = flags.get('--from')
  const other = build.stages.find(({ name }) => name === from)
  if (from !== undefined && other === undefined) throw new Error(`COPY ${value}: no earlier stage has this name.`)
  const isIgnored = readIgnored(build.context)
  for (const path of paths) {
    const source = join(other?.folder ?? build.context, path)
    const isInto = target.endsWith('/') && statSync(source).isFile()
    const filter = (file: string) => other !== undefined || !isIgnored(relative(build.context, file))
    const destination = join(stage.folder, at, isInto ? basename(path) : '')
    cpSync(source, destination, { recursive: true, verbatimSymlinks: true, filter })
  }
  if (flags.get('--chown') === 'node:node') stage.owned.push(at)
  else if (flags.has('--chown')) throw new Error(`COPY ${value}: the image has no such user.`)
}

/** Reads the `.dockerignore`, which must have names at the root. */
function readIgnored(context: string): (path: string) => boolean {
  const names = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  for (const name of names)
    if (!/^[\w.-]+\*?$/.test(name)) throw new Error(`The .dockerignore has more than a name: ${name}`)
  const patterns = names.map((name) => new RegExp(`^${name.replaceAll('.', String.raw`\.`).replace('*', '.*')}$`))
  return (path) => patterns.some((pattern) => pattern.test(path.split(sep)[0] ?? ''))
}

/** Returns the machine of a stage, as its instructions have made it when a command starts. `env`: more variables. */
function enterStage(stage: Stage, env: Variables = {}): Machine {
  const start = (line: string) =>
    startInRoot(line, {
      user: stage.user,
      cwd: stage.workdir,
      env: { ...(stage.user === 'root' && stage.settings), ...stage.env, ...env },
      mounts: listMounts(stage),
    })
  return { home: stage.folder, start }
}

/** Files belong to `root`, unless they were copied for `node`. */
function listMounts({ folder, workdir, user, owned }: Stage): readonly Mount[] {
  const { home } = USERS[user]
  const mount = (at: string, isWritable: boolean): Mount => ({ from: join(folder, at), at, isWritable })
  const global = mount(GLOBAL, user === 'root')
  return [mount(home, true), global, mount(workdir, user === 'root'), ...owned.map((path) => mount(path, true))]
}
