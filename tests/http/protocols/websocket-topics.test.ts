/** Topics of WebSocket clients over several processes, and compression. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { createFwServer, publish } from '../../../runtime/src/server.ts'
import { useStores } from '../../runtime/data/stores.ts'
import { closeAfterEach, start } from './socket-app.ts'
import { open, type SocketClient } from './socket-client.ts'

const APP = fileURLToPath(new URL('../../servers/topic-app.mjs', import.meta.url))
const stores = useStores()
const children: ChildProcess[] = []
let names = 0

closeAfterEach()
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

interface Running {
  readonly child: ChildProcess
  open(): Promise<SocketClient>
  say(text: string): Promise<unknown>
}

/** Starts a server in a process of its own, or runs a command with `publish <topic> <message>`. */
function run(data: string, ...rest: string[]): Promise<Running | undefined> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env
  const child = spawn(process.execPath, [APP, data, ...rest], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`The app ended with ${code}.`))))
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk
      const url = /^Listening on (\S+)$/m.exec(printed)?.[1]
      if (url === undefined) return
      resolve({
        child,
        open: () => open(`${url}/live`),
        async say(text) {
          const headers = { 'content-type': 'application/json' }
          const init = { method: 'POST', headers, body: JSON.stringify({ text }) }
          return ((await (await fetch(`${url}/_fw/api/news.say`, init)).json()) as { result: unknown }).result
        },
      })
    })
  })
}

async function serve(data: string, ...rest: string[]): Promise<Running> {
  const running = await run(data, ...rest)
  if (running === undefined) throw new Error('The app did not listen.')
  return running
}

/** Takes messages until one has this text. */
async function takeUntil({ next }: SocketClient, last: string): Promise<string[]> {
  const taken: string[] = []
  do taken.push(String(await next()))
  while (taken.at(-1) !== last)
  return taken
}

/** Waits until both processes receive messages of the other one. */
async function connect(one: Running, two: Running): Promise<readonly [SocketClient, SocketClient]> {
  const clients = [await one.open(), await two.open()] as const
  const joined = `joined ${names++}`
  const pending = Promise.all(clients.map((client) => takeUntil(client, joined)))
  for (let isDone = false; !isDone; ) {
    await Promise.all([one.say(joined), two.say(joined)])
    isDone = await Promise.race([pending.then(() => true), sleep(100).then(() => false)])
  }
  // The repetitions have arrived by then.
  await sleep(300)
  await one.say(`${joined} all`)
  await Promise.all(clients.map((client) => takeUntil(client, `${joined} all`)))
  return clients
}

describe.each(['sqlite', 'redis'] as const)('topics of two processes on one %s store', (kind) => {
  test('reach every client of both, once and in order, also from a process that is killed right after', async () => {
    const data = stores.nameOf(kind, `topics${names++}`)
    const [one, two] = await Promise.all([serve(data, 'shared'), serve(data, 'shared')])
    const [first, second] = await connect(one, two)
    const noAudit = (texts: readonly string[]) => texts.filter((text) => !text.startsWith('audit'))

    await one.say('from an api "ü"\n2')
    expect(noAudit(await takeUntil(first, 'from an api "ü"\n2'))).toHaveLength(1)
    expect(noAudit(await takeUntil(second, 'from an api "ü"\n2'))).toHaveLength(1)

    const texts = Array.from({ length: 200 }, (_, index) => `${index}`)
    for (const text of texts) first.socket.send(text)
    expect(noAudit(await takeUntil(second, '199'))).toEqual(texts)
    // The publisher receives no message of its own.
    for (let index = 0; index < 200; index++) {
      let text = await first.next()
      while (String(text).startsWith('audit')) text = await first.next()
      expect(text).toBe('published')
    }
    second.socket.send(Buffer.from([0, 255, 10]))
    let bytes = await first.next()
    while (typeof bytes === 'string') bytes = await first.next()
    expect(bytes).toEqual(Buffer.from([0, 255, 10]))
    await takeUntil(second, 'published')

    // The call returns when the message has left the process.
    await one.say('last words')
    one.child.kill('SIGKILL')
    expect(noAudit(await takeUntil(second, 'last words'))).toEqual(['last words'])
  }, 40_000)
})

test('a command of the app reaches the clients of its server', async () => {
  const data = stores.nameOf('sqlite', `topics${names++}`)
  const server = await serve(data)
  const client = await server.open()
  await server.say('ready')
  await takeUntil(client, 'ready')
  await sleep(200)
  await run(data, 'publish', 'news', 'from the command line')
  expect((await takeUntil(client, 'from the command line')).at(-1)).toBe('from the command line')
}, 20_000)

test('after an outage of Redis topics work again, and during it within a process', async () => {
  const data = stores.nameOf('redis', `topics${names++}`)
  const [one, two] = await Promise.all([serve(data, 'shared'), serve(data, 'shared')])
  const [first, second] = await connect(one, two)
  await stores.redis.kill()
  await one.say('only here')
  await takeUntil(first, 'only here')
  await stores.redis.start()
  const received = takeUntil(second, 'again')
  for (let isDone = false; !isDone; ) {
    await one.say('again')
    isDone = await Promise.race([received.then(() => true), sleep(200).then(() => false)])
  }
  expect(await received).not.toContain('only here')
}, 40_000)

describe('publish', () => {
  test('reaches the subscribers of this process, and refuses what cannot be sent', async () => {
    const url = await start({ websocket: { path: '/live', open: (socket) => socket.subscribe('news') } })
    const client = await open(`${url}/live`)
    await publish('other', 'not here')
    await publish('news', new Uint8Array([1, 2]))
    expect(await client.next()).toEqual(Buffer.from([1, 2]))
    await expect(publish('news', { text: 'a' } as never)).rejects.toThrow('publish takes a string or a Uint8Array')
    await expect(publish('news', 'x'.repeat(1_048_577))).rejects.toThrow(RangeError)
    await publish('news', '\0'.repeat(1_048_576))
    expect(await client.next()).toHaveLength(1_048_576)
    client.socket.terminate()
  })

  test('does nothing without an endpoint, and rejects if other processes cannot be reached', async () => {
    await publish('news', 'nobody')
    const server = createFwServer({
      data: 'redis://127.0.0.1:1',
      websocket: { path: '/live' },
      log: () => undefined,
    })
    await expect(publish('news', 'lost')).rejects.toMatchObject({ code: 'unavailable' })
    await server.close()
    await publish('news', 'nobody')
  })
})

describe('compression', () => {
  const TEXT = 'the same words again and again, '.repeat(2_000)

  async function measure(compress: boolean, perMessageDeflate: boolean) {
    const url = await start({
      websocket: {
        path: '/live',
        compress,
        maxPayloadBytes: 100_000,
        message: (socket, message) => void socket.send(message),
      },
    })
    const client = await open(`${url}/live`, { perMessageDeflate })
    const { bytesRead } = getConnection(client)
    client.socket.send(TEXT)
    expect(await client.next()).toBe(TEXT)
    return { client, received: getConnection(client).bytesRead - bytesRead }
  }

  function getConnection({ socket }: SocketClient) {
    // The stream below the client, which has no public name.
    return (socket as unknown as { readonly _socket: { readonly bytesRead: number } })._socket
  }

  test.each([
    [true, true, 3_000],
    [true, false, undefined],
    [false, true, undefined],
  ])('offered: %s, supported by the client: %s', async (compress, supports, most) => {
    const { client, received } = await measure(compress, supports)
    if (most === undefined) expect(received).toBeGreaterThanOrEqual(TEXT.length)
    else expect(received).toBeLessThan(most)
    expect(client.socket.extensions).toBe(most === undefined ? '' : 'permessage-deflate')
    client.socket.terminate()
  })

  test('a small message that decompresses to a large one is refused', async () => {
    const { client } = await measure(true, true)
    client.socket.send('x'.repeat(50_000_000))
    expect(await client.closed).toMatchObject({ code: 1009 })
  })
})
