/** The server's memory doesn't grow during 20 000 requests. */
import { rssBytesOf } from '../bench/rig/process-tree.ts'
import { post, startLedger } from './ledger-app.ts'

const BATCHES = 5
const BATCH_REQUESTS = 4_000
const CONCURRENT = 32
/** Allowed growth of the heap after the first two batches. */
const DRIFT_MB = 24

export async function soakMemory(log: (line: string) => void): Promise<readonly string[]> {
  const server = await startLedger('/dev/null')
  try {
    const rss: number[] = []
    let wrong = 0
    for (let batch = 0; batch < BATCHES; batch += 1) {
      wrong += await runBatch(server.url)
      rss.push(rssBytesOf(server.pid) / 1024 / 1024)
    }
    const drift = (rss[BATCHES - 1] ?? 0) - (rss[1] ?? 0)
    const series = rss.map((value) => value.toFixed(0)).join(', ')
    log(`memory: ${BATCHES * BATCH_REQUESTS} requests, RSS ${series} MB, drift ${drift.toFixed(1)} MB`)
    return [
      ...(wrong > 0 ? [`memory: ${wrong} requests got a wrong response`] : []),
      ...(drift > DRIFT_MB ? [`memory: RSS drifts by ${drift.toFixed(1)} MB, more than ${DRIFT_MB}`] : []),
    ]
  } finally {
    await server.stop()
  }
}

/**
 * Sends a batch in which every tenth request is invalid, so that failures are tested for leaks too. Returns the number
 * of wrong responses.
 */
async function runBatch(url: string): Promise<number> {
  let next = 0
  let wrong = 0
  const drive = async (): Promise<void> => {
    for (let index = next++; index < BATCH_REQUESTS; index = next++) {
      const bad = index % 10 === 0
      const input = bad ? { text: index } : { text: `request ${index}`, numbers: [1, 2, 3] }
      const answer = await post(`${url}/_fw/api/ledger.echo`, input, { 'x-user': `user-${index}` })
      if (answer?.status !== (bad ? 400 : 200)) wrong += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, drive))
  return wrong
}
