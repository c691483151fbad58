/** Proposals outlive the process that parked them, and several processes agree on who runs one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AGENT } from './transports.ts'

const PROGRAM = fileURLToPath(new URL('pay-server.mjs', import.meta.url))

let folder: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-crash-'))
  children = []
})

afterEach(async () => {
  for (const child of children) await stop(child)
  rmSync(folder, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcess
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<{ status: number; body: never }>
}

async function startProcess(): Promise<Running> {
  const args = [PROGRAM, join(folder, 'data', 'fw.db'), join(folder, 'ledger')]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [url] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string]
  return {
    child,
    async post(path, body, headers = {}) {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-user': 'ann', ...headers },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as never }
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function park(running: Running, amount: number): Promise<string> {
  const { body } = await running.post('/_fw/api/shop.pay', { amount }, AGENT)
  return (body as { result: { id: string } }).result.id
}

/** What ran, in order. */
function ledger(): string[] {
  const file = join(folder, 'ledger')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

describe('proposals in a SQLite file', () => {
  test('kill -9 between park and approve: the next process runs it, once', async () => {
    const first = await startProcess()
    const id = await park(first, 7)
    await stop(first.child)
    expect(first.child.signalCode).toBe('SIGKILL')
    const second = await startProcess()
    const done = await second.post('/_fw/approve', { id })
    expect([done.status, done.body]).toEqual([200, { ok: true, result: { paid: 7 } }])
    expect((await second.post('/_fw/approve', { id })).status).toBe(404)
    await stop(second.child)
    const third = await startProcess()
    expect((await third.post('/_fw/approve', { id })).status).toBe(404)
    expect(ledger()).toEqual(['7'])
  })

  test('two processes that race to approve: every proposal runs once', async () => {
    const [left, right] = await Promise.all([startProcess(), startProcess()])
    const ids = await Promise.all(Array.from({ length: 20 }, (_, amount) => park(amount % 2 ? left : right, amount)))
    const answers = await Promise.all(
      ids.flatMap((id) => [left, right, left, right].map((running) => running.post('/_fw/approve', { id }))),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(20)
    expect(answers.filter(({ status }) => status === 404).length).toBe(60)
    expect(ledger().toSorted((a, b) => Number(a) - Number(b))).toEqual(ids.map((_, amount) => String(amount)))
  })
})
