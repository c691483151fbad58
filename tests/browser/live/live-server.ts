/** The server of `apps/live`, with counts of its requests. It can stop and start again at the same URL. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createNodeListener } from '../../../runtime/src/host/node-host.ts'
import {
  type ApiTool,
  collectApis,
  createFwServer,
  type FwServer,
  type FwServerOptions,
  invokeApi,
} from '../../../runtime/src/server.ts'
import { compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { bundleOnce, readSources } from '../island-server.ts'

const FOLDER = fileURLToPath(new URL('../apps/live', import.meta.url))

/** A request of a tab to an endpoint of the framework. */
export interface LiveRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

export interface LiveServer {
  readonly origin: string
  /** Cards by board. */
  readonly boards: Map<string, string[]>
  /** Boards whose reads fail. */
  readonly closed: Set<string>
  /** Number of open streams. */
  countStreams(): number
  /** Paths of the requests for data and streams since the last call. */
  takeRequests(): readonly string[]
  /** Adds a card as code of the server does. */
  addInCode(board: string, title: string): Promise<unknown>
  /** Adds a card through an MCP client. */
  addByMcp(board: string, title: string): Promise<unknown>
  /** Ends all connections, and accepts no more. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
  /** Bytes of a browser file. */
  file(url: string): Buffer
}

export async function serveLiveApp(): Promise<LiveServer> {
  const sources = readSources(FOLDER)
  const { out, ...assets } = await bundleOnce(FOLDER, sources)
  const routes = compileRoutes(sources)
  const modules = { board: await routes.load('board.api.ts'), users: await routes.load('users.api.ts') }
  const board = modules.board as unknown as Pick<LiveServer, 'boards' | 'closed'>
  const addCard = collectApis(modules as never).find(({ name }) => name === 'api.board.addCard') as ApiTool
  const open = () =>
    createFwServer({
      ...routes.options,
      ...assets,
      apis: modules,
      approvals: 'open',
      ctxFor: ({ headers }: Request) => ({ userId: /user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] }),
      csp: true,
      log: () => undefined,
    } as unknown as FwServerOptions) // the api module's exports are not typed here
  let fw: FwServer = open()
  let http: Server
  let streams = 0
  const requests: string[] = []
  let port = 0
  const start = async () => {
    const listener = createNodeListener(fw)
    http = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://app.invalid')
      if (pathname === '/favicon.ico') return response.writeHead(204).end()
      if (pathname.startsWith('/assets/'))
        return response.setHeader('content-type', 'text/javascript').end(readFileSync(join(out, pathname)))
      if (pathname.startsWith('/_fw/') && pathname !== '/_fw/mcp') requests.push(pathname.slice('/_fw/'.length))
      if (pathname === '/_fw/live') {
        streams++
        response.on('close', () => streams--)
      }
      return listener(request, response)
    })
    await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
    port = (http.address() as AddressInfo).port // a TCP server has this form
  }
  const stop = async () => {
    const closing = new Promise((resolve) => http.close(resolve))
    http.closeAllConnections()
    await closing
    await fw.close()
  }
  await start()
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    boards: board.boards,
    closed: board.closed,
    countStreams: () => streams,
    takeRequests: () => requests.splice(0).sort(),
    addInCode: (name, title) => invokeApi(addCard, { board: name, title }, {}, 'human'),
    async addByMcp(name, title) {
      const params = { name: 'board__addCard', arguments: { board: name, title } }
      const response = await fetch(`${origin}/_fw/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-06-18',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      })
      return response.text()
    },
    stop,
    async start() {
      fw = open()
      await start()
    },
    async close() {
      await stop()
      routes.close()
    },
    file: (url) => readFileSync(join(out, url)),
  }
}
