/** Other frameworks that do the same work. Their packages are installed apart from the repository's, by the rows that need them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../../scripts/packages/install-locked.mjs'
import { NODE_24, type RuntimeServer } from './runtimes.ts'

export const PEERS: string = fileURLToPath(new URL('./peers', import.meta.url))
export const ASTRO: string = join(PEERS, 'astro')
export const SOLID_START: string = join(PEERS, 'solid-start')
const SVELTEKIT = join(PEERS, 'sveltekit')
const TANSTACK = join(PEERS, 'tanstack')

/** Installs the packages in the lock file of the peers, unless they are installed. */
export function installPeers(): void {
  install(PEERS)
}

/** Installs Astro and SolidStart. */
export function installPageFrameworks(): void {
  installOnNode24(ASTRO)
  installOnNode24(SOLID_START)
}

function installOnNode24(folder: string): void {
  if (!existsSync(NODE_24.program))
    throw new Error('Astro, SolidStart and SvelteKit need Node 24: run `npm install`, or measure with --no-peers.')
  install(folder)
}

function install(folder: string): void {
  installLocked(folder, '--no-peers measures without other frameworks.')
}

/** A command of a framework on the newer Node. */
interface PeerCommand extends RuntimeServer {
  readonly program: string
  readonly env: Readonly<Record<string, string>>
}

/** Returns the framework's own command in an app that has its packages. */
export function astroCommand(args: readonly string[], root: string): PeerCommand {
  const env = { ...ENV, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: args[0] === 'dev' ? 'development' : 'production' }
  return peerCommand('astro', root, [join(ASTRO, 'node_modules/astro/bin/astro.mjs'), ...args], env)
}

export function solidStartCommand(args: readonly string[], root: string): PeerCommand {
  const env = { ...ENV, NODE_ENV: args[0] === 'dev' ? 'development' : 'production' }
  return peerCommand('SolidStart', root, [join(SOLID_START, 'node_modules/vite/bin/vite.js'), ...args], env)
}

const ENV = { HOST: '127.0.0.1', PORT: '0' }

function peerCommand(name: string, cwd: string, args: readonly string[], env: PeerCommand['env']): PeerCommand {
  return { name, runtime: NODE_24.name, program: NODE_24.program, cwd, args, env }
}

/** Installs and builds the pages of rows B and `islands` on Astro, and returns their server. */
export function buildAstroPage(): RuntimeServer {
  return buildPage(astroCommand(['build'], ASTRO), 'dist/server/entry.mjs')
}

/** Installs and builds the page of row B on SolidStart, and returns its server. */
export function buildSolidStartPage(): RuntimeServer {
  return buildPage(solidStartCommand(['build'], SOLID_START), '.output/server/index.mjs')
}

function buildPage(command: PeerCommand, server: string): RuntimeServer {
  installPageFrameworks()
  return buildPeer(command, server)
}

/** Installs and builds the board of row `live-board` on SvelteKit, and returns its server. */
export function buildSvelteKitBoard(): RuntimeServer {
  installOnNode24(SVELTEKIT)
  return buildPeer(viteBuild('sveltekit', SVELTEKIT), 'server.mjs')
}

/** Installs and builds the board on TanStack Query, and returns its server. */
export function buildTanStackBoard(): RuntimeServer {
  installOnNode24(TANSTACK)
  return buildPeer(viteBuild('tanstack', TANSTACK), 'server.mjs')
}

function viteBuild(name: string, root: string): PeerCommand {
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build']
  return peerCommand(name, root, args, { ...ENV, NODE_ENV: 'production' })
}

function buildPeer(command: PeerCommand, server: string): RuntimeServer {
  const { name, program, args, cwd, env } = command
  const { status } = spawnSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' })
  if (status !== 0) throw new Error(`The build of ${name} in ${cwd} failed.`)
  return { ...command, args: [server] }
}
