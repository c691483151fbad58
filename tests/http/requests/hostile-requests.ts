/** Requests that only hostile clients send. Each is sent on its own connection; many contain a hidden order. */
import { requestText } from '../../servers/raw-socket.ts'

/** The order that must never run, because the caller didn't send it as a separate request. */
export const HIDDEN = requestText(
  'POST /_fw/api/shop.order',
  { 'content-type': 'application/json', connection: 'close' },
  '{"item":"smuggled"}',
)

const JSON_HEAD = 'POST /_fw/api/shop.echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
const BODY = '{"text":"a"}'
const CHUNKED = `${JSON_HEAD}transfer-encoding: chunked\r\n\r\n`
const size = (text: string) => text.length.toString(16)
const chunk = (text: string) => `${size(text)}\r\n${text}\r\n`
/** Returns an echo request with these framing headers, followed by the order. */
const framed = (headers: string, body = BODY) => `${JSON_HEAD}${headers}\r\n${body}${HIDDEN}`

/** Requests with an ambiguous end, on which two parsers could disagree. */
export const FRAMING: Readonly<Record<string, string>> = {
  'two lengths': framed(`content-length: ${BODY.length}\r\ncontent-length: 5\r\n`),
  'two lengths in one line': framed(`content-length: ${BODY.length}, 5\r\n`),
  'a length and chunks': framed(`content-length: ${BODY.length}\r\ntransfer-encoding: chunked\r\n`),
  'chunks and a length': framed(`transfer-encoding: chunked\r\ncontent-length: 4\r\n`, `${chunk(BODY)}0\r\n\r\n`),
  'an unknown coding': framed('transfer-encoding: xchunked\r\n', `${chunk(BODY)}0\r\n\r\n`),
  'a coding after chunked': framed('transfer-encoding: chunked, identity\r\n', `${chunk(BODY)}0\r\n\r\n`),
  'two codings': framed('transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n', `${chunk(BODY)}0\r\n\r\n`),
  'a coding with a vertical tab': framed('transfer-encoding: \x0bchunked\r\n', `${chunk(BODY)}0\r\n\r\n`),
  'a space before the colon': framed('transfer-encoding : chunked\r\n', `${chunk(BODY)}0\r\n\r\n`),
  'a folded coding': framed('transfer-encoding:\r\n chunked\r\n', `${chunk(BODY)}0\r\n\r\n`),
  'a folded header': framed(`x-a: 1\r\n content-length: 3\r\ncontent-length: ${BODY.length}\r\n`),
  'a length with a sign': framed('content-length: +12\r\n'),
  'a negative length': framed('content-length: -12\r\n'),
  'a hexadecimal length': framed('content-length: 0x0c\r\n'),
  'a length with letters': framed('content-length: 12a\r\n'),
  'a length with a space inside': framed('content-length: 1 2\r\n'),
  'a length beyond all numbers': framed('content-length: 99999999999999999999999\r\n'),
  'an empty length': framed('content-length:\r\n'),
  'a chunk size that is not a number': `${CHUNKED}zz\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`,
  'a negative chunk size': `${CHUNKED}-1\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`,
  'a chunk size beyond all numbers': `${CHUNKED}fffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`,
  'a chunk size with a prefix': `${CHUNKED}0x${size(BODY)}\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`,
  'a chunk size with garbage': `${CHUNKED}${size(BODY)} x\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`,
  'a chunk without its line end': `${CHUNKED}${size(BODY)}\r\n${BODY}0\r\n\r\n${HIDDEN}`,
  'a chunk longer than its size': `${CHUNKED}4\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`,
  'a chunk size that ends with a bare LF': `${CHUNKED}${size(BODY)}\n${BODY}\r\n0\r\n\r\n${HIDDEN}`,
  'a chunk extension that hides a line end': `${CHUNKED}${size(BODY)};a\n${BODY}\r\n0\r\n\r\n${HIDDEN}`,
  'an endless chunk extension': `${CHUNKED}${size(BODY)};${'a'.repeat(40_000)}\r\n${BODY}\r\n0\r\n\r\n${HIDDEN}`,
}

/** Invalid heads. */
export const HEADS: Readonly<Record<string, string>> = {
  'bare line feeds': 'GET /_fw/health HTTP/1.1\nhost: localhost\n\n',
  'a bare LF inside a head': `POST /_fw/api/shop.echo HTTP/1.1\r\nhost: localhost\nx-a: 1\r\n\r\n${HIDDEN}`,
  'a bare CR in a header': `GET /_fw/health HTTP/1.1\r\nhost: localhost\r\nx-a: 1\rx-b: 2\r\n\r\n`,
  'a zero byte in a header': 'GET /_fw/health HTTP/1.1\r\nhost: localhost\r\nx-a: 1\x002\r\n\r\n',
  'a header without a colon': 'GET /_fw/health HTTP/1.1\r\nhost: localhost\r\nwhatever\r\n\r\n',
  'a header without a name': 'GET /_fw/health HTTP/1.1\r\nhost: localhost\r\n: x\r\n\r\n',
  'a space in a header name': 'GET /_fw/health HTTP/1.1\r\nhost: localhost\r\nx a: 1\r\n\r\n',
  'a header before the first': 'GET /_fw/health HTTP/1.1\r\n host: localhost\r\n\r\n',
  'no host': 'GET /_fw/health HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /_fw/health HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n',
  'two hosts that are the same': 'GET /_fw/health HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n',
  'a host with a path': 'GET /_fw/health HTTP/1.1\r\nhost: localhost/../x\r\n\r\n',
  'a host with a user': 'GET /_fw/health HTTP/1.1\r\nhost: a@localhost\r\n\r\n',
  'a host with a query': 'GET /_fw/health HTTP/1.1\r\nhost: localhost?x\r\n\r\n',
  'an empty host': 'GET /_fw/health HTTP/1.1\r\nhost:\r\n\r\n',
  'a host with an invalid port': 'GET /_fw/health HTTP/1.1\r\nhost: localhost:x\r\n\r\n',
  'headers beyond the limit': requestText('GET /_fw/health', { 'x-a': 'a'.repeat(20_000) }),
  'a target beyond the limit': requestText(`GET /${'a'.repeat(20_000)}`),
  'HTTP/0.9': 'GET /_fw/health\r\n\r\n',
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/1.9': 'GET /_fw/health HTTP/1.9\r\nhost: localhost\r\n\r\n',
  'no HTTP': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'spaces in a target': 'GET /_fw/health x HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'a tab in a target': 'GET /_fw\t/health HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'an invalid method': 'G(T /_fw/health HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'a method in lower case': 'get /_fw/health HTTP/1.1\r\nhost: localhost\r\n\r\n',
  CONNECT: 'CONNECT localhost:22 HTTP/1.1\r\nhost: localhost:22\r\n\r\n',
}

/** Well-formed requests, to which the framework responds with one of its own statuses. */
export const ODD: readonly (readonly [title: string, bytes: string, node: number, bun?: number])[] = [
  ['TRACE', requestText('TRACE /_fw/health', { connection: 'close', cookie: 'secret=1' }), 405],
  ['TRACE of a page', requestText('TRACE /', { connection: 'close', cookie: 'secret=1' }), 405],
  ['an unknown method', requestText('PROPFIND /_fw/health', { connection: 'close' }), 405],
  ['an absolute target', requestText('GET http://localhost/_fw/health', { connection: 'close' }), 200],
  ['an absolute target without a path', requestText('GET http://localhost', { connection: 'close' }), 404],
  [
    'an absolute target of another host',
    requestText('GET http://evil.example/_fw/health', { connection: 'close' }),
    400,
    200,
  ],
  ['a target of another scheme', requestText('GET ftp://localhost/x', { connection: 'close' }), 404, 400],
  ['an asterisk', requestText('OPTIONS *', { connection: 'close' }), 204, 400],
  ['an asterisk of another method', requestText('GET *', { connection: 'close' }), 404, 400],
  ['a fragment', requestText('GET /_fw/health#x', { connection: 'close' }), 400],
  ['a fragment in a query', requestText('GET /_fw/api/shop.me?x=1#&input={}', { connection: 'close' }), 400],
  ['a fragment in an absolute target', requestText('GET http://localhost/?x=1#&y=2', { connection: 'close' }), 400],
  ['a query alone', requestText('GET ?x', { connection: 'close' }), 400],
  ['bytes that are not ASCII', requestText('GET /\xc3\xa9\xff', { connection: 'close' }), 400, 404],
  ['a body on GET', requestText('GET /_fw/health', { connection: 'close' }, HIDDEN), 200],
  ['an unknown expectation', requestText('GET /_fw/health', { connection: 'close', expect: 'x' }), 417, 200],
  [
    'thousands of small headers',
    requestText('GET /_fw/health', { connection: 'close' }).replace('\r\n\r\n', `\r\n${'a:\r\n'.repeat(3_000)}\r\n`),
    431,
  ],
  ['a Sec-Fetch-Site header after thousands of others', echoBehind(3_000, 'sec-fetch-site: cross-site\r\n'), 431],
  ['a Sec-Fetch-Site header after many others', echoBehind(180, 'sec-fetch-site: cross-site\r\n'), 403],
]

/** Returns an echo request with this last header. */
function echoBehind(count: number, header: string): string {
  const head = `${JSON_HEAD}connection: close\r\ncontent-length: ${BODY.length}\r\n`
  return `${head}${'a:\r\n'.repeat(count)}${header}\r\n${BODY}`
}
