/** Creates and claims proposals in a SQLite file until it is killed: `node power-loss-writer.mjs <data>`. Prints confirmed operations. */
import { writeSync } from 'node:fs'
import { openData } from '../../runtime/dist/data/open-data.js'

const WRITERS = 8
/** Large calls, so that the log is written back to the file several times. */
const INPUT = { note: 'x'.repeat(4_000) }

const store = openData(process.argv[2])

async function write(writer) {
  for (let number = 0; ; number++) {
    const id = `${writer}-${number}`
    const createdAt = Date.now()
    const call = { tool: 'api.shop.pay', input: INPUT, message: 'Approve?', inputHash: 'x' }
    await store.proposals.put({
      id,
      ...call,
      subject: `user-${writer}`,
      origin: 'agent',
      state: 'pending',
      createdAt,
      expiresAt: createdAt + 600_000,
    })
    writeSync(1, `put ${id}\n`)
    if (number % 3 === 0) continue
    writeSync(1, `claims ${id}\n`)
    const isClaimed = await store.proposals.claim(id, 'executed', Date.now(), 'ann')
    if (!isClaimed) throw new Error(`${id} could not be claimed`)
    writeSync(1, `claimed ${id}\n`)
    if (number % 3 === 2) await store.proposals.settle(id, { ok: true })
    if (await store.claim(`nonce ${id}`, 600_000)) writeSync(1, `nonce ${id}\n`)
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
