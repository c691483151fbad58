import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { injectDevScripts, withDevScripts } from '../../../compiler/src/dev/dev-scripts.ts'
import { listen } from '../../../compiler/src/dev/listen.ts'

const SCRIPT =
  '<meta name="fw-dev" content="7 3 "><script type="module" src="/@vite/client"></script><script type="module" src="/@id/__x00__fw:dev/overlay"></script>'
let close: (() => void) | undefined
afterEach(() => close?.())

async function answerOf(handler: RequestListener): Promise<Response> {
  const server = createServer((request, response) => {
    injectDevScripts(response, { seq: () => 7, edits: 3, failurePage: () => '<h1>It failed</h1>' })
    handler(request, response)
  })
  close = () => server.close()
  const port = await listen(server, { hostname: '127.0.0.1', port: 0, strict: true })
  return fetch(`http://127.0.0.1:${port}/`)
}

test('the script is first in the head, and in front of a document without a head', () => {
  expect(withDevScripts('<html><head lang="en"><title>x', { seq: 7, edits: 3 })).toBe(
    `<html><head lang="en">${SCRIPT}<title>x`,
  )
  expect(withDevScripts('<header>x</header>', { seq: 7, edits: 3 })).toBe(`${SCRIPT}<header>x</header>`)
})

test('a page with a content length grows by the script', async () => {
  const response = await answerOf((_request, answer) => {
    const body = '<head></head>é'
    answer.writeHead(200, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(body), 'x-a': '1' })
    answer.end(Buffer.from(body))
  })
  expect(await response.text()).toBe(`<head>${SCRIPT}</head>é`)
  expect(response.headers.get('x-a')).toBe('1')
})

test('a streamed page gets it once', async () => {
  const response = await answerOf((_request, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.write('<head>')
    answer.end('<p>')
  })
  expect(await response.text()).toBe(`<head>${SCRIPT}<p>`)
})

test('they have the nonce of the response and the id of its request', async () => {
  const response = await answerOf((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html', 'x-fw-nonce': 'Zm8+/w==', 'x-request-id': 'ab-1' })
    answer.end('<head>')
  })
  const html = await response.text()
  expect(html).toContain('<meta name="fw-dev" content="7 3 ab-1">')
  expect(html.match(/<script type="module" nonce="Zm8\+\/w==" src/g)).toHaveLength(2)
})

test('a nonce or an id that could end its attribute is left out', () => {
  const html = withDevScripts('<head>', { nonce: '"><x', requestId: '"><y', seq: 1, edits: 0 })
  expect(html).not.toMatch(/<[xy]/)
})

test('a failure in a line of text becomes a document, other text responses stay unchanged', async () => {
  const text = (status: number) => (answer: Parameters<RequestListener>[1]) => {
    answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'content-length': 3 })
    answer.end('no.')
  }
  const failed = await answerOf((_request, answer) => text(500)(answer))
  expect(failed.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await failed.text()).toBe(`${SCRIPT}<h1>It failed</h1>`)
  close?.()
  const refused = await answerOf((_request, answer) => text(404)(answer))
  expect(await refused.text()).toBe('no.')
})

test('other content types and several cookies pass unchanged', async () => {
  const response = await answerOf((_request, answer) => {
    answer.writeHead(200, ['content-type', 'application/json', 'set-cookie', 'a=1', 'set-cookie', 'b=2'])
    answer.end('{"a":"<head>"}')
  })
  expect(await response.text()).toBe('{"a":"<head>"}')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('a port in use is incremented unless it was configured', async () => {
  const first = createServer()
  const port = await listen(first, { hostname: '127.0.0.1', port: 0, strict: true })
  const second = createServer()
  await expect(listen(second, { hostname: '127.0.0.1', port, strict: true })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  expect(await listen(second, { hostname: '127.0.0.1', port, strict: false })).toBeGreaterThan(port)
  first.close()
  second.close()
})

test.each([
  ["default-src 'none'; style-src 'self'", false],
  ["script-src 'none'", false],
  ["default-src 'none'; script-src 'nonce-Zm8='", true],
  ["default-src 'self'", true],
])('a document with the policy %s gets scripts: %s', async (policy, expected) => {
  const response = await answerOf((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
    answer.end('<head></head>')
  })
  expect((await response.text()).includes('<script')).toBe(expected)
})
