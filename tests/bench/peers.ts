/** Other frameworks that do the same work. Their packages are installed apart from the repository's, by the rows that need them. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_24, type RuntimeServer } from './runtimes.ts'

export const PEERS: string = fileURLToPath(new URL('./peers', import.meta.url))
export const ASTRO: string = join(PEERS, 'astro')

/** Installs the packages in the lock file of the peers, unless they are installed. */
export function installPeers(): void {
  install(PEERS)
}

export function installAstro(): void {
  if (!existsSync(NODE_24.program))
    throw new Error('Astro needs Node 24: run `npm install`, or measure with --no-peers.')
  install(ASTRO)
}

function install(folder: string): void {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const stamp = join(folder, 'node_modules/.installed-lock.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`\`npm ci\` in ${folder} failed.`)
  writeFileSync(stamp, lock)
}

/** Returns Astro's own command in an app that has its packages. */
export function astroCommand(args: readonly string[], root: string) {
  return {
    name: 'astro',
    runtime: NODE_24.name,
    program: NODE_24.program,
    cwd: root,
    args: [join(ASTRO, 'node_modules/astro/bin/astro.mjs'), ...args],
    env: { ...ASTRO_ENV, NODE_ENV: args[0] === 'dev' ? 'development' : 'production' },
  }
}

const ASTRO_ENV = { ASTRO_TELEMETRY_DISABLED: '1', HOST: '127.0.0.1', PORT: '0' }

/** Installs and builds the pages of rows B and `islands` on Astro, and returns their server. */
export function buildAstroPage(): RuntimeServer {
  installAstro()
  const { program, args, env, ...command } = astroCommand(['build'], ASTRO)
  const { status } = spawnSync(program, args, { cwd: ASTRO, env: { ...process.env, ...env }, stdio: 'ignore' })
  if (status !== 0) throw new Error('`astro build` in tests/bench/peers/astro failed.')
  return { ...command, program, args: ['dist/server/entry.mjs'], env }
}
