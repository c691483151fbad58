/** The app of the soak: built once, started as often as it is killed. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type RunningServer, startServer } from '../bench/rig/server-process.ts'

const APP = fileURLToPath(new URL('./apps/ledger', import.meta.url))
const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))

/** Builds the app and forgets the proposals of an earlier soak. */
export function buildLedger(): void {
  rmSync(`${APP}/.fw/data`, { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'inherit' })
  if (status !== 0) throw new Error('`fw build` of tests/soak/apps/ledger failed.')
}

/** `ledger`: the file that runs leave their lines in. */
export function startLedger(ledger: string): Promise<RunningServer> {
  return startServer({ name: 'fw start', cwd: APP, args: [FW, 'start', '--port', '0'], env: { LEDGER: ledger } })
}

export interface Answer {
  readonly status: number
  readonly body: { readonly ok?: boolean; readonly result?: unknown; readonly error?: string }
}

/** Undefined when the server went away before it answered. */
export async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return undefined
  }
}
