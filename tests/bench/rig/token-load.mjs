// The model and the clients of row G in one process, so that they share a clock: a model server that streams tokens at
// an even rate, and clients that read them through the tested server. `token-rig.ts` controls it over IPC.
import { createServer } from 'node:http'
import { connect } from 'node:net'

/** Milliseconds between two tokens of a stream. */
const PACE_MS = 50
const TICK_MS = 5

const event = (delta, more = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, ...more }] })}\n\n`
const FIRST = event({ role: 'assistant', content: '' })
const [BEFORE, BEHIND] = event({ content: ' tea@@' }).split('@@')
const USAGE = { prompt_tokens: 10, completion_tokens: 200, total_tokens: 210 }
const LAST = `${event({}, { finish_reason: 'stop' })}data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage: USAGE })}\n\ndata: [DONE]\n\n`

let tokens = 200
/** Streams by the tick at which their tokens are due. */
const due = Array.from({ length: PACE_MS / TICK_MS }, () => new Set())
let tick = 0
let next = 0
setInterval(() => {
  tick = (tick + 1) % due.length
  for (const stream of due[tick]) {
    stream.write(`${BEFORE}@${Math.round(performance.now() * 1000)}@${BEHIND}`)
    stream.left -= 1
    if (stream.left > 0) continue
    due[tick].delete(stream)
    stream.end(LAST)
  }
}, TICK_MS)

const model = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(FIRST)
    response.left = tokens
    next = (next + 1) % due.length
    const streams = due[next]
    streams.add(response)
    response.on('close', () => streams.delete(response))
  })
})
model.keepAliveTimeout = 60_000
model.listen(0, '127.0.0.1', () => process.send({ port: model.address().port }))

process.on('message', async ({ url, path, body, streams, count }) => {
  tokens = count
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
      const now = performance.now() * 1000
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
