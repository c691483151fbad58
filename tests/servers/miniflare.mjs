// A process that runs Miniflare, which needs a newer Node than the tests: its options are a line of JSON on stdin, and it
// prints the URL. It ends with its stdin.
import { createInterface } from 'node:readline'
import { Log, LogLevel, Miniflare } from 'miniflare'

const lines = createInterface({ input: process.stdin })
lines.once('line', async (line) => {
  const miniflare = new Miniflare({ log: new Log(LogLevel.ERROR), ...JSON.parse(line) })
  console.log(String(await miniflare.ready))
  lines.once('close', () => miniflare.dispose().finally(() => process.exit()))
})
