/** The app of the soak: built once, started as often as it is killed. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type RunningServer, startServer } from '../bench/rig/server-process.ts'

const APP = fileURLToPath(new URL('./apps/ledger', import.meta.url))
const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))
/** Nothing may take longer to answer, whatever happens to the store. */
const ANSWER_MS = 15_000

/** Builds the app and forgets the proposals of an earlier soak. */
export function buildLedger(): void {
  rmSync(`${APP}/.fw/data`, { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'inherit' })
  if (status !== 0) throw new Error('`fw build` of tests/soak/apps/ledger failed.')
}

/** `ledger`: the file that runs leave their lines in. `data`: where proposals are stored. `flags` of `fw start`. */
export function startLedger(
  ledger: string,
  data = 'sqlite:.fw/data/fw.db',
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const env = { LEDGER: ledger, DATA: data }
  return startServer({ name: 'fw start', cwd: APP, args: [FW, 'start', '--port', '0', ...flags], env })
}

export interface Answer {
  readonly status: number
  readonly body: {
    readonly ok?: boolean
    readonly result?: unknown
    readonly error?: string
    readonly code?: string
  }
}

/** Undefined when the server went away before it answered, or never answered. */
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
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return undefined
  }
}

/** An agent parks a line for the ledger, in the name of `key`, who alone may approve it. */
export function park(url: string, key: string, tool = 'ledger.write'): ReturnType<typeof post> {
  return post(`${url}/_fw/api/${tool}`, { key }, { 'x-user': key, 'x-fw-origin': 'agent' })
}

/** The person approves. */
export function approve(
  url: string,
  { id, key }: { readonly id: string; readonly key: string },
): ReturnType<typeof post> {
  return post(`${url}/_fw/approve`, { id }, { 'x-user': key })
}

/** The id of a parked call; undefined when the answer is no parked call. */
export function parkedId(answer: Answer | undefined): string | undefined {
  const { status, id } = (answer?.body.result ?? {}) as { status?: string; id?: string }
  return status === 'proposal' ? id : undefined
}
