/** Row A of the bench: POST a 20-line order, validated in and out, beside the same work by hand on `node:http`. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServerCommand } from './rig/server-process.ts'

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

/** The app of the row, built and started as users do. */
export const ORDER_APP: ServerCommand = {
  name: 'fw start',
  cwd: APP,
  args: [FW, 'start', '--port', '0'],
  env: { PORT: '0' },
}

/** The floor first; what follows is measured against it. */
export const ORDER_FLOOR: ServerCommand = { name: 'node:http by hand', cwd: at('./floor'), args: ['order-server.mjs'] }

/** Runs `fw build` in the app of the row. Throws when that fails. */
export function buildOrderApp(): void {
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'inherit' })
  if (status !== 0 || !existsSync(`${APP}/dist/server`)) throw new Error('`fw build` of tests/bench/apps/order failed.')
}
