// Keep-alive connections that send one prepared request after another over plain sockets: `node load-generator.mjs
// <json>`.
import { connect } from 'node:net'

const { url, body, headers, connections, seconds } = JSON.parse(process.argv[2])
const { hostname, port, pathname, host } = new URL(url)
const framing = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
const head = Object.entries({ host, ...framing, ...headers }).map((pair) => pair.join(': '))
const method = body === undefined ? 'GET' : 'POST'
const request = Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body ?? ''}`)
const end = performance.now() + seconds * 1000
const latencies = []
let errors = 0

await Promise.all(Array.from({ length: connections }, () => drive()))
latencies.sort((left, right) => left - right)
const percentile = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
console.log(JSON.stringify({ requests: latencies.length, errors, p50Ms: percentile(0.5), p99Ms: percentile(0.99) }))

/** Runs one connection until the time is up. */
function drive() {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let pending = ''
    let sent = 0
    const send = () => {
      sent = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      const status = wholeAnswer(pending)
      if (status === undefined) return
      pending = ''
      latencies.push(performance.now() - sent)
      if (status < 200 || status > 299) errors += 1
      if (performance.now() < end) send()
      else socket.end()
    })
    socket.on('error', () => {
      errors += 1
    })
    socket.on('close', resolve)
  })
}

/** Returns the status of a complete response, or `undefined` before it is complete. */
function wholeAnswer(text) {
  const split = text.indexOf('\r\n\r\n')
  if (split === -1) return undefined
  const header = text.slice(0, split).toLowerCase()
  const length = /\ncontent-length: *(\d+)/.exec(`\n${header}`)?.[1]
  const whole = length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length - split - 4 >= Number(length)
  return whole ? Number(header.slice(9, 12)) : undefined
}
