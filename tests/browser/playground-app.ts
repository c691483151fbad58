/** An example app as people run it: a copy of it, built with `fw build`, and the built server. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startBuilt } from '../compiler/build/app-copy.ts'
import { FW } from './shop-app.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

export interface PlaygroundApp {
  /** Without a slash at its end. */
  readonly url: string
  readonly folder: string
  close(): Promise<void>
}

/**
 * Builds and starts `playground/<name>` on a free port, with more files of these texts, by their paths. Throws with what the
 * build printed when it fails.
 */
export async function startPlayground(
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<PlaygroundApp> {
  const folder = await buildPlayground(name, more)
  const built = await startBuilt(folder)
  return {
    url: built.url.replace(/\/$/, ''),
    folder,
    async close() {
      await built.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Builds a copy of `playground/<name>`: its folder, which is the caller's to remove. */
export async function buildPlayground(name: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  // Below the repository, so that the copy finds its packages.
  const folder = join(REPOSITORY, `.fw/tests/${name}-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  cpSync(join(REPOSITORY, 'playground', name), folder, {
    recursive: true,
    filter: (path) => !/[/\\](dist|\.fw|node_modules)$/.test(path),
  })
  for (const [path, text] of Object.entries(more)) writeFileSync(join(folder, path), text)
  await runFw(['build'], folder)
  return folder
}

/** Runs the command line in `folder`; what it printed. Rejects when it fails. */
export function runFw(args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [FW, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`fw ${args.join(' ')} ended with ${code}:\n${printed}`)),
    )
  })
}
