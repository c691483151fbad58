// The baseline of row E: two files in memory, the script compressed before the start, by hand on `node:http`.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

const folder = process.argv[2]
const script = brotliCompressSync(readFileSync(`${folder}/assets/app-1a2b3c4d.js`))
const large = readFileSync(`${folder}/large.bin`)

const server = createServer((request, response) => {
  if (request.url === '/assets/app-1a2b3c4d.js') {
    response.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': script.length,
    })
    response.end(script)
  } else if (request.url === '/large.bin') {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': large.length })
    response.end(large)
  } else response.writeHead(404).end()
})

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
