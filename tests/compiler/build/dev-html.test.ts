import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { injectViteClient, withViteClient } from '../../../compiler/src/build/dev-html.ts'
import { listen } from '../../../compiler/src/build/listen.ts'

const SCRIPT = '<script type="module" src="/@vite/client"></script>'
let close: (() => void) | undefined
afterEach(() => close?.())

async function answerOf(handler: RequestListener): Promise<Response> {
  const server = createServer((request, response) => {
    injectViteClient(response)
    handler(request, response)
  })
  close = () => server.close()
  const port = await listen(server, { hostname: '127.0.0.1', port: 0, strict: true })
  return fetch(`http://127.0.0.1:${port}/`)
}

test('the script stands first in the head, and in front of a document without one', () => {
  expect(withViteClient('<html><head lang="en"><title>x')).toBe(`<html><head lang="en">${SCRIPT}<title>x`)
  expect(withViteClient('<header>x</header>')).toBe(`${SCRIPT}<header>x</header>`)
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

test('other types and several cookies pass as they are', async () => {
  const response = await answerOf((_request, answer) => {
    answer.writeHead(200, ['content-type', 'application/json', 'set-cookie', 'a=1', 'set-cookie', 'b=2'])
    answer.end('{"a":"<head>"}')
  })
  expect(await response.text()).toBe('{"a":"<head>"}')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('a taken port moves on unless it was chosen', async () => {
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
