import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { writeReply } from '../../../runtime/src/host/write-reply.ts'

const headers = { 'content-type': 'text/plain; charset=utf-8' }

/** Returns all output of the server for `requests`, which are sent in one packet. */
async function bytesFor(bodies: Readonly<Record<string, string>>, requests: readonly string[]): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const body = bodies[incoming.url ?? ''] ?? ''
    // The first response is the slowest: the others must wait for their turn.
    const late = incoming.url === '/late' ? 20 : 0
    setTimeout(() => void writeReply(incoming, outgoing, { status: 200, headers, body }), late)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.on('error', reject)
      socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      const heads = requests.map((path, index) => {
        const connection = index === requests.length - 1 ? 'close' : 'keep-alive'
        return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`
      })
      socket.write(heads.join(''))
    })
  } finally {
    server.close()
  }
}

/** Status line, length and body of each response. */
function answersIn(text: string): readonly { length: number; body: string }[] {
  return text
    .split('HTTP/1.1 200 OK\r\n')
    .slice(1)
    .map((answer) => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      return { length: Number(/content-length: (\d+)/.exec(head)?.[1]), body }
    })
}

test.each([
  ['ASCII', '{"ok":true}'],
  ['latin1', 'café crème'],
  ['any Unicode', '€ 12 — 日本 😀'],
  ['a lone surrogate, which becomes the replacement character', 'a\ud800b'],
  ['nothing', ''],
  ['more than a socket takes at once', 'x'.repeat(3_000_000)],
])('a text of %s arrives whole, with its length in bytes', async (_, body) => {
  const sent = Buffer.from(body).toString('utf8')
  expect(answersIn(await bytesFor({ '/': body }, ['/']))).toEqual([{ length: Buffer.byteLength(body), body: sent }])
})

test('responses to pipelined requests arrive in the order of the requests', async () => {
  const bodies = { '/late': 'first', '/two': 'séc😀nd', '/three': 'third' }
  const answers = answersIn(await bytesFor(bodies, ['/late', '/two', '/three']))
  expect(answers.map(({ body }) => body)).toEqual(['first', 'séc😀nd', 'third'])
})
