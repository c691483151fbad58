/** The built app of these tests in several processes with one store, behind a proxy without sticky sessions. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../cli/src/port.ts'
import { type RoundRobin, startProxy } from './proxy.ts'

const APP = fileURLToPath(new URL('./app', import.meta.url))
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const FW = join(REPOSITORY, 'cli/bin/fw.js')

/** One `fw start`, which can be stopped and started again on its port. */
export interface Machine {
  readonly url: string
  readonly pid: number
  /** Everything that it has printed. */
  output(): string
  start(): Promise<void>
  /** Sends SIGTERM, and resolves with the exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

export interface Machines {
  readonly machines: readonly Machine[]
  readonly proxy: RoundRobin
  /** Folder of the lines that the app writes. */
  readonly folder: string
  close(): Promise<void>
}

/** Folder of the built app. */
let built = ''

/** Builds a copy of the app, because other test files build theirs at the same time. */
export function buildApp(): void {
  built = mkdtempSync(join(tmpdir(), 'fw-machines-app-'))
  process.once('exit', () => rmSync(built, { recursive: true, force: true }))
  for (const name of ['src', 'fw.config.ts', 'package.json'])
    cpSync(join(APP, name), join(built, name), { recursive: true })
  symlinkSync(join(REPOSITORY, 'node_modules'), join(built, 'node_modules'))
  const tsconfig = { extends: join(REPOSITORY, 'tsconfig.base.json'), include: ['src', '.fw/types'] }
  writeFileSync(join(built, 'tsconfig.json'), JSON.stringify(tsconfig))
  const { status, stdout, stderr } = spawnSync(process.execPath, [FW, 'build'], { cwd: built, encoding: 'utf8' })
  if (status !== 0) throw new Error(`"fw build" of tests/machines/app failed:\n${stdout}${stderr}`)
}

export interface MachineOptions {
  /** More flags of each `fw start`. */
  readonly flags?: readonly string[]
  /** The runtime. Default: Node. */
  readonly program?: string
  /** Path that the proxy checks. */
  readonly readyPath?: string
}

/** @param env More variables of the processes, such as DATA. */
export async function startMachines(
  count: number,
  env: Readonly<Record<string, string>>,
  { readyPath, ...options }: MachineOptions = {},
): Promise<Machines> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-machines-'))
  const ports: number[] = []
  while (ports.length < count) {
    const port = await findFreePort()
    if (!ports.includes(port)) ports.push(port)
  }
  const targets = ports.map((port) => `http://127.0.0.1:${port}`)
  const proxy = await startProxy(targets, readyPath)
  const machines = ports.map((port) => createMachine(port, { SITE_URL: proxy.url, FOLDER: folder, ...env }, options))
  const close = async () => {
    await proxy.close()
    for (const machine of machines) await machine.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(machines.map((machine) => machine.start()))
  } catch (error) {
    await close()
    throw error
  }
  return { machines, proxy, folder, close }
}

/** Starts `fw start` on a port. */
export function createMachine(
  port: number,
  env: Readonly<Record<string, string>>,
  { flags: more = [], program = process.execPath }: Omit<MachineOptions, 'readyPath'> = {},
): Machine {
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _nodeEnv, ...inherited } = process.env
  let child: ChildProcess | undefined
  let ended: Promise<number | null> = Promise.resolve(null)
  let text = ''
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? 0
    },
    output: () => text,
    async start() {
      const flags = [FW, 'start', '--host', '127.0.0.1', '--port', String(port), ...more]
      const started = spawn(program, flags, {
        cwd: built,
        env: { ...inherited, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      ended = new Promise((resolve) => started.once('exit', resolve))
      const before = text.length
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer): void => {
          text += String(chunk)
          if (text.slice(before).includes('Listening on')) resolve()
        }
        started.stdout.on('data', read)
        started.stderr.on('data', read)
        void ended.then((code) => reject(new Error(`fw start ended with ${code}:\n${text.slice(before)}`)))
      })
    },
    async stop() {
      child?.kill('SIGTERM')
      return ended
    },
    async kill() {
      child?.kill('SIGKILL')
      await ended
    },
  }
}
