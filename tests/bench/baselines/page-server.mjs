// The baselines of row B. `solid <folder>`: bare `renderToString` of the tree that row B compiled into the folder, in a
// handwritten shell. `text <folder>`: the same bytes, rendered once.
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

const [kind, folder] = process.argv.slice(2)
const { render } = await import(pathToFileURL(`${folder}/render.mjs`).href)

const once = render()
const page = kind === 'text' ? () => once : render
const server = createServer((_request, response) => {
  const html = page()
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(html) })
  response.end(html)
})

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
