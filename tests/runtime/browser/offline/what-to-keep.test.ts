/** Requests that a service worker handles, and responses that it may store. */
import { expect, test } from 'vitest'
import { getKind, isImmutable, mayKeep, pageKey } from '../../../../runtime/src/browser/offline/what-to-keep.ts'

const ORIGIN = 'https://app.example'

/** A request as a worker sees it: Node's requests have no source. */
function asked(path: string, of: Partial<Request> = {}): Request {
  const plain = { method: 'GET', mode: 'no-cors', destination: '', headers: new Headers() }
  return { ...plain, url: new URL(path, ORIGIN).href, ...of } as Request
}

test.each([
  ['page', asked('/', { mode: 'navigate' })],
  ['page', asked('/about?x=1', { headers: new Headers({ 'x-fw-navigation': '1' }) })],
  ['file', asked('/assets/a.js', { destination: 'script' })],
  ['file', asked('/photo.jpg', { destination: 'image' })],
  [undefined, asked('/data.json')],
  [undefined, asked('/film.mp4', { destination: 'video' })],
  [undefined, asked('/photo.jpg', { destination: 'image', headers: new Headers({ range: 'bytes=0-9' }) })],
  [undefined, asked('/', { mode: 'navigate', method: 'POST' })],
  [undefined, asked('/_fw/proposals', { mode: 'navigate' })],
  [undefined, asked('/%5Ffw/proposals', { mode: 'navigate' })],
  [undefined, asked('/_fw%2Fmanifest', { mode: 'navigate' })],
  [undefined, asked('/_FW/manifest', { mode: 'navigate' })],
  [undefined, asked('/.//_fw/manifest', { mode: 'navigate' })],
  [undefined, asked('/%', { mode: 'navigate' })],
  [undefined, asked('https://other.example/a.js', { destination: 'script' })],
])('a worker responds as a %s: %o', (kind, request) => {
  expect(getKind(request, ORIGIN)).toBe(kind)
})

const answer = (headers: Record<string, string>, of: Partial<Response> = {}) =>
  ({ status: 200, type: 'basic', headers: new Headers(headers), ...of }) as Response

test.each<[boolean, Response]>([
  [true, answer({})],
  [true, answer({ 'cache-control': 'public, max-age=60' })],
  [true, answer({ vary: 'accept, x-fw-navigation, Accept-Encoding' })],
  [true, answer({ vary: 'x-cookie-consent' })],
  [false, answer({ vary: 'accept,Cookie' })],
  [false, answer({ vary: 'Authorization , accept' })],
  [false, answer({ vary: '*' })],
  [false, answer({ 'cache-control': 'private, no-store' })],
  [false, answer({ 'cache-control': 'Private' })],
  [false, answer({ 'x-fw-nonce': 'abc' })],
  [false, answer({}, { status: 206 })],
  [false, answer({}, { status: 404 })],
  [false, answer({}, { type: 'opaqueredirect', status: 0 })],
])('a response is stored: %s', (kept, response) => {
  expect(mayKeep(response)).toBe(kept)
})

test('immutable files declare it, and a page is the same with a slash or a hash', () => {
  expect(isImmutable(answer({ 'cache-control': 'public, max-age=31536000, immutable' }))).toBe(true)
  expect(isImmutable(answer({ 'cache-control': 'public' }))).toBe(false)
  expect(pageKey('/about/#top', ORIGIN)).toBe(pageKey('/about', ORIGIN))
  expect(pageKey('/?a=1', ORIGIN)).toBe(`${ORIGIN}/?a=1`)
})

test('a URL with many slashes takes no time', () => {
  const path = `/a${'/'.repeat(200_000)}b`
  const start = performance.now()
  expect(pageKey(path, ORIGIN)).toBe(ORIGIN + path)
  expect(performance.now() - start).toBeLessThan(1_000)
})
