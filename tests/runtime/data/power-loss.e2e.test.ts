/**
 * A loss of power, simulated: all writes after the last sync of a file are dropped, or a random part of their sectors. What
 * a process has confirmed before is still true: a pending call can be approved, an approved one can't be approved again.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { compileRecorder, restoreFiles, runWriter } from '../../servers/power-loss.ts'

const ROUNDS = 4
/** States of the disk to try after each kill. */
const STATES = 2

let folder: string
let library: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-power-'))
  library = compileRecorder(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DISKS: Readonly<Record<string, () => boolean>> = {
  'no write after the last sync has reached the disk': () => false,
  'half of the sectors after the last sync have reached the disk': () => Math.random() < 0.5,
  'nearly all sectors have reached the disk': () => Math.random() < 0.98,
}

test('a disk that does not sync loses confirmed calls in this simulation', async () => {
  const written = join(folder, 'lies')
  const lines = await runWriter(library, written, 400, { POWER_LOSS_LIES: '1' })
  const target = join(written, 'restored')
  restoreFiles(written, target, () => false)
  const store = openData(`sqlite:${join(target, 'fw.db')}`, { log: () => undefined })
  const last = lines.findLast((line) => line.startsWith('claimed '))?.slice('claimed '.length) ?? ''
  expect((await store.proposals.get(last))?.resolvedBy).toBeUndefined()
  await store.close()
})

describe('A loss of power undoes nothing that SQLite has confirmed', () => {
  test.each(Array.from({ length: ROUNDS }, (_, round) => round))('kill %i', async (round) => {
    const written = join(folder, `round-${round}`)
    const lines = await runWriter(library, written, 150 + 250 * round)
    const list = (operation: string) =>
      lines.filter((line) => line.startsWith(`${operation} `)).map((line) => line.slice(operation.length + 1))
    const claims = new Set(list('claims'))
    const claimed = list('claimed')
    expect(claimed.length).toBeGreaterThan(2)
    for (const [name, reaches] of Object.entries(DISKS)) {
      for (let state = 0; state < STATES; state++) {
        const target = join(written, `${name}-${state}`)
        restoreFiles(written, target, reaches)
        const store = openData(`sqlite:${join(target, 'fw.db')}`, { log: () => undefined })
        try {
          for (const id of claimed) {
            expect(await store.proposals.claim(id, 'executed', Date.now(), 'bo'), `${id} is approved again`).toBe(false)
            expect(await store.proposals.get(id)).toMatchObject({ id, state: 'executed', resolvedBy: 'ann' })
          }
          for (const id of list('put')) {
            const isPending = await store.proposals.claim(id, 'executed', Date.now(), 'bo')
            // A claim that wasn't confirmed can be on the disk, or not.
            if (!claims.has(id)) expect(isPending, `${id} is lost`).toBe(true)
          }
          for (const id of list('nonce')) expect(await store.claim(`nonce ${id}`, 600_000), `nonce ${id}`).toBe(false)
        } finally {
          await store.close()
          rmSync(target, { recursive: true, force: true })
        }
      }
    }
  })
})
