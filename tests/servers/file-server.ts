/** A plain file server like those of static hosts: a folder's `index.html`, and `404.html` for unknown paths. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

export interface FileServer {
  readonly url: string
  /** While it is off, it cuts every connection, like a missing network. */
  turn(state: 'off' | 'on'): void
  close(): Promise<void>
}

/** Serves the current contents of `folder` on a free port of the loopback address. */
export async function startFileServer(folder: string): Promise<FileServer> {
  let isOff = false
  const server = createServer((request, response) => {
    if (isOff) return request.socket.destroy()
    const asked = normalize(join(folder, decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname)))
    const found = asked.startsWith(folder + sep) || asked === folder ? fileAt(asked) : undefined
    const file = found ?? join(folder, '404.html')
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    turn(state) {
      isOff = state === 'off'
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function fileAt(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  if (statSync(path).isFile()) return path
  const index = join(path, 'index.html')
  return existsSync(index) ? index : undefined
}
