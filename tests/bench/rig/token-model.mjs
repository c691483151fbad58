// The model of row G, in a process of its own: each stream has a clock of its own, so that tokens of different streams
// arrive one by one, as from a real provider.
import { createServer } from 'node:http'

/** Milliseconds between two tokens of a stream. */
const PACE_MS = 50

const event = (delta, more = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, ...more }] })}\n\n`
const FIRST = event({ role: 'assistant', content: '' })
const [BEFORE, BEHIND] = event({ content: ' tea@@' }).split('@@')
const USAGE = { prompt_tokens: 10, completion_tokens: 200, total_tokens: 210 }
const LAST = `${event({}, { finish_reason: 'stop' })}data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage: USAGE })}\n\ndata: [DONE]\n\n`

let tokens = 200
/** Streams by the millisecond of the pace at which their tokens are due. */
const due = Array.from({ length: PACE_MS }, () => new Set())
let next = 0
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  for (; last + 1 <= now; last += 1) for (const stream of due[Math.floor(last + 1) % PACE_MS]) write(stream)
}, 1)

function write(stream) {
  stream.write(`${BEFORE}@${process.hrtime.bigint() / 1000n}@${BEHIND}`)
  stream.left -= 1
  if (stream.left > 0) return
  stream.streams.delete(stream)
  stream.end(LAST)
}

const model = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(FIRST)
    response.left = tokens
    next = (next + 1) % due.length
    response.streams = due[next].add(response)
    response.on('close', () => response.streams.delete(response))
  })
})
model.keepAliveTimeout = 60_000
model.listen(0, '127.0.0.1', () => process.send(model.address().port))

process.on('message', (count) => {
  tokens = count
})
