// The clients of row G: they read streams through the tested server. `token-rig.ts` controls them over IPC, and starts the
// model (`token-model.mjs`), whose clock is that of the machine.
import { connect } from 'node:net'

process.on('message', async ({ url, path, body, streams, count }) => {
  const latencies = []
  const results = await Promise.all(
    Array.from({ length: streams }, () => readStream(new URL(path, url), body, latencies)),
  )
  latencies.sort((left, right) => left - right)
  const at = (share) => (latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0) / 1000
  const whole = results.filter(({ seen, done }) => seen === count && done).length
  process.send({ tokens: latencies.length, whole, p50Ms: at(0.5), p99Ms: at(0.99) })
})

/** Sends one request over its own socket; it ends with the last event. */
function readStream(url, body, latencies) {
  const request = `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\naccept: text/event-stream\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  return new Promise((resolve) => {
    let rest = ''
    let seen = 0
    let before = 0
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true }, () => socket.write(request))
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      const now = Number(process.hrtime.bigint() / 1000n)
      rest += text
      let read = 0
      // The end of the response repeats its text, so tokens that were already seen don't count as new.
      for (const { 1: stamp, 0: whole, index } of rest.matchAll(/@(\d+)@/g)) {
        read = index + whole.length
        const sent = Number(stamp)
        if (sent <= before) continue
        before = sent
        seen += 1
        latencies.push(now - sent)
      }
      const done = rest.includes('data: [DONE]')
      rest = rest.slice(Math.max(read, rest.length - 64))
      if (done) {
        resolve({ seen, done })
        socket.destroy()
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ seen, done: false }))
  })
}

process.send('ready')
