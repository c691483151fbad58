// The baselines of row B. `solid <folder>`: bare `renderToString` of the tree that row B compiled into the folder, in a
// handwritten shell. `text <folder>`: the same bytes, rendered once. `template <folder>`: the rows as a template literal,
// in the rest of the page as strings.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

const [kind, folder] = process.argv.slice(2)
const page = await openPage()

async function openPage() {
  if (kind === 'template') return openTemplate()
  const { render } = await import(pathToFileURL(`${folder}/render.mjs`).href)
  const once = render()
  return kind === 'text' ? () => once : render
}

async function openTemplate() {
  const { ROWS } = await import(pathToFileURL(`${folder}/rows.mjs`).href)
  const [before, after] = JSON.parse(readFileSync(`${folder}/frame.json`, 'utf8'))
  return () => `${before}${ROWS.map(renderRow).join('')}${after}`
}

function renderRow({ id, name, price, stock }) {
  return `<tr><td>${id}</td><td><a href="/?cup=${id}">${escapeText(name)}</a></td><td>${price}</td><td class="${stock === 0 ? 'out' : 'in'}">${stock}</td></tr>`
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }

function escapeText(text) {
  return /[&<"]/.test(text) ? text.replace(/[&<"]/g, (found) => ESCAPES[found]) : text
}

const server = createServer((_request, response) => {
  const html = page()
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(html) })
  response.end(html)
})

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
