/** The app of rows A and C: it takes an order of 20 lines, validated in and out. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunningServer, ServerCommand } from './rig/server-process.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const ORDER_PATH = '/_fw/api/order.place'

const APP = at('./apps/order')
const FW = at('../../cli/bin/fw.js')

/** 20 lines, every fourth with a note. */
export function orderBody(): string {
  const lines = Array.from({ length: 20 }, (_, index) => ({
    sku: `SKU-${1000 + index}`,
    qty: (index % 5) + 1,
    unitPrice: 199 + index * 50,
    ...(index % 4 === 0 ? { note: 'Leave at the door, please.' } : {}),
  }))
  return JSON.stringify({ customer: 'Ada Lovelace', email: 'ada@example.com', lines })
}

/** Builds and starts the app of the row as users do. */
export const ORDER_APP: ServerCommand = {
  name: 'fw',
  cwd: APP,
  args: [FW, 'start', '--port', '0'],
  env: { PORT: '0' },
}

/** The same work by hand on `node:http`. */
export const ORDER_BASELINE: ServerCommand = {
  name: 'by hand',
  cwd: at('./baselines'),
  args: ['order-server.mjs'],
}

/** Runs `fw build` in the app of the row. Throws if the build fails. */
export function buildOrderApp(): void {
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'inherit' })
  if (status !== 0 || !existsSync(`${APP}/dist/server`)) throw new Error('`fw build` of tests/bench/apps/order failed.')
}

export const ORDER_HEADERS = { 'content-type': 'application/json', 'x-user': 'ada' }

/** Checks that the response is correct before its speed is measured. */
export async function expectReceipt({ name, url }: RunningServer): Promise<void> {
  const response = await fetch(url + ORDER_PATH, { method: 'POST', headers: ORDER_HEADERS, body: orderBody() })
  const { ok, result } = (await response.json()) as { ok: boolean; result?: { total?: number } }
  if (!ok || result?.total !== 42_440)
    throw new Error(`${name} returned ${response.status} with total ${result?.total}`)
  const wrong = { customer: 'Ada', email: 'ada@example.com', lines: [{ sku: 'A', qty: 0, unitPrice: 1 }] }
  const refused = await fetch(url + ORDER_PATH, { method: 'POST', headers: ORDER_HEADERS, body: JSON.stringify(wrong) })
  if (refused.status !== 400) throw new Error(`${name} takes an order of no pieces`)
}
