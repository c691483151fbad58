/** The app of the soak tests: built once, and started again after every kill. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type RunningServer, startServer } from '../bench/rig/server-process.ts'

const APP = fileURLToPath(new URL('./apps/ledger', import.meta.url))
const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))
/** Time limit for every response, in any state of the store. */
const ANSWER_MS = 15_000

/** Builds the app and deletes the proposals of an earlier soak test. */
export function buildLedger(): void {
  rmSync(`${APP}/.fw/data`, { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'inherit' })
  if (status !== 0) throw new Error('`fw build` of tests/soak/apps/ledger failed.')
}

/**
 * `ledger`: the file to which runs append their lines. `data`: the store of the proposals. `flags`: those of `fw
 * start`.
 */
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

/** Returns `undefined` if the server exited before it responded, or never responded. */
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

/** Creates a proposal for a ledger line as an agent of the user `key`, the only user who may approve it. */
export function park(url: string, key: string, tool = 'ledger.write'): ReturnType<typeof post> {
  return post(`${url}/_fw/api/${tool}`, { key }, { 'x-user': key, 'x-fw-origin': 'agent' })
}

/** Approves the proposal as the user. */
export function approve(
  url: string,
  { id, key }: { readonly id: string; readonly key: string },
): ReturnType<typeof post> {
  return post(`${url}/_fw/approve`, { id }, { 'x-user': key })
}

/** Returns the id of a pending call, or `undefined` if the response isn't one. */
export function parkedId(answer: Answer | undefined): string | undefined {
  const { status, id } = (answer?.body.result ?? {}) as { status?: string; id?: string }
  return status === 'proposal' ? id : undefined
}
