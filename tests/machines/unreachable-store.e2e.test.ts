/** `fw start` reports a data store that it can't use when it starts, and serves what doesn't need the store. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../cli/src/port.ts'
import { buildApp, createMachine } from './machines.ts'

beforeAll(buildApp)

const folder = mkdtempSync(join(tmpdir(), 'fw-unreachable-'))
// A file can't contain a folder, for any user.
writeFileSync(join(folder, 'file'), '')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['redis://app:secret@127.0.0.1:1', 'Redis at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1.'],
  ['postgres://app:secret@127.0.0.1:1/shop', 'Postgres at 127.0.0.1:1 cannot be used: connect ECONNREFUSED'],
  [`sqlite:${folder}/file/data/fw.db`, 'needs a folder that this process can write to.'],
  // Node's recursive mkdir never ends there.
  ['sqlite:/proc/nowhere/fw.db', 'needs a folder that this process can write to.'],
])('%s', async (data, reason) => {
  const machine = createMachine(await findFreePort(), { DATA: data })
  onTestFinished(() => machine.kill())
  await machine.start()
  // Without any request.
  await expect.poll(() => machine.output(), { timeout: 5_000 }).toContain(reason)
  expect(machine.output()).toContain('Calls that need it fail with 503 until it works again.')
  expect(machine.output()).not.toContain('secret')
  expect((await fetch(machine.url)).status).toBe(200)
  expect((await fetch(`${machine.url}/_fw/ready`)).status).toBe(503)
  expect(await machine.stop()).toBe(0)
  // One outage, one line.
  expect(machine.output().match(/cannot be used/g)).toHaveLength(1)
})
