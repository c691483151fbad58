/**
 * A clean machine, made with bubblewrap: its root is read-only and has the programs of this machine, without this repository and
 * the files of its user. Commands have an environment of their own and no privileges. They share the network, because the
 * registry of the tests is on loopback.
 */
import { spawn, spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { requireProgram } from '../servers/require-program.ts'

/** A file or a folder of this machine, at a path of the root. */
export interface Mount {
  readonly from: string
  readonly at: string
  /** Default `false`. */
  readonly isWritable?: boolean
}

export interface RootOptions {
  /** Default `node`, as in the images of Node. Both are a user without privileges on this machine. */
  readonly user?: 'root' | 'node'
  /** Working directory, in the root. */
  readonly cwd: string
  /** Added to `PATH`, `HOME` and `LANG`. */
  readonly env: Readonly<Record<string, string>>
  /** In order: a mount can be inside of an earlier one. */
  readonly mounts: readonly Mount[]
}

export interface Outcome {
  /** Both streams, as on a screen, without colors. */
  readonly text: string
  readonly code: number | NodeJS.Signals
}

/** A command that runs in a root. It ends with this process, too. */
export interface RootProcess {
  readonly ended: Promise<Outcome>
  printed(): string
  /** Sends a signal to everything that the command has started: Ctrl-C, or that of an engine that stops a container. */
  interrupt(signal?: 'SIGINT' | 'SIGTERM'): void
}

/** Users of a root, as in the images of Node. */
export const USERS = { root: { id: '0', home: '/root' }, node: { id: '1000', home: '/home/node' } }

/** Home of the user without privileges. */
export const HOME = USERS.node.home

/** Where programs are mounted: package managers, Bun, and a Node that isn't below `/usr`. */
export const PATH = ['/opt/managers/.bin', '/opt/bun', '/opt/node/bin', '/usr/local/bin', '/usr/bin', '/bin'].join(':')

/** Starts a command of a shell in a new root. */
export function startInRoot(line: string, { user = 'node', cwd, env, mounts }: RootOptions): RootProcess {
  const { id, home } = USERS[user]
  const variables = { PATH, HOME: home, LANG: 'C.UTF-8', ...env }
  // The shell waits for what the signal ends.
  const shell = ['sh', '-c', `exec 2>&1\ntrap : INT TERM\n${line}\nexit $?`]
  const args = [
    ...[...SEPARATE, '--uid', id, '--gid', id, '--info-fd', '3', '--clearenv'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    ...listSystem(),
    ...mounts.flatMap(({ from, at, isWritable }) => [isWritable === true ? '--bind' : '--ro-bind', from, at]),
    ...['--remount-ro', '/', '--chdir', cwd, ...shell],
  ]
  const child = spawn(findBubblewrap(), args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  let [text, facts] = ['', '']
  // Only bubblewrap itself prints to stderr.
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  child.stdio[3]?.on('data', (chunk: Buffer) => (facts += chunk))
  const printed = () => stripVTControlCharacters(text)
  let hasEnded = false
  const ended = new Promise<Outcome>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => {
      hasEnded = true
      done({ text: printed(), code: code ?? signal ?? -1 })
    })
  })
  const interrupt = (signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') => {
    const { 'child-pid': group } = JSON.parse(facts || '{}') as { 'child-pid'?: number } // bubblewrap prints it at the start
    if (!hasEnded && group !== undefined) process.kill(-group, signal)
  }
  return { ended, printed, interrupt }
}

/** Namespaces and a session of its own, so that Ctrl-C reaches the command, and not bubblewrap. */
const SEPARATE = [
  ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--new-session', '--die-with-parent'],
]

/** Folders at the root of a Linux system that are links to folders in `/usr` on most of them. */
const LINKED = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

/** Returns the arguments for the programs and the devices of this machine, and a new `/etc` and `/tmp`. */
function listSystem(): readonly string[] {
  const linked = LINKED.flatMap((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry === undefined) return []
    return entry.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
  })
  const node = dirname(dirname(realpathSync(process.execPath)))
  const own = findNode() === node ? [] : ['--ro-bind', node, findNode()]
  const system = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--ro-bind', writeEtc(), '/etc']
  return ['--ro-bind', '/usr', '/usr', ...linked, ...own, ...system]
}

/** Returns the folder of Node in a root. */
export function findNode(): string {
  const node = dirname(dirname(realpathSync(process.execPath)))
  return node.startsWith('/usr') ? node : '/opt/node'
}

let etc: string | undefined

/** Writes an `/etc` with the users and the name of the loopback address. */
function writeEtc(): string {
  if (etc !== undefined) return etc
  etc = mkdtempSync(join(tmpdir(), 'fw-etc-'))
  const users = Object.entries(USERS)
  const files = {
    passwd: users.map(([name, { id, home }]) => `${name}:x:${id}:${id}::${home}:/bin/sh\n`),
    group: users.map(([name, { id }]) => `${name}:x:${id}:\n`),
    hosts: ['127.0.0.1 localhost\n'],
    'nsswitch.conf': ['hosts: files\n'],
  }
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(etc, name), lines.join(''))
  return etc
}

let found: string | undefined

/** Throws an error that names what to do if this machine can't run bubblewrap. */
function findBubblewrap(): string {
  if (found !== undefined) return found
  const program = requireProgram('bwrap', 'bubblewrap')
  const { status, stderr } = spawnSync(program, [...SEPARATE, ...listSystem(), 'true'], { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(
      `bubblewrap can't create a root here: ${stderr.trim()}. It needs user namespaces. On Ubuntu, run ` +
        '"sysctl kernel.apparmor_restrict_unprivileged_userns=0" as root. In a container, start it with more privileges, ' +
        'such as those of "docker run --privileged".',
    )
  found = program
  return program
}
