/** Addresses that no server can have are refused where they are written, or when the server starts. */
import { describe, expect, test } from 'vitest'
import { api, int, schema } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

/** As code without types writes it. */
const define = (options: object) => () => api({ description: 'x', run: () => 1, ...options } as never)

describe('api', () => {
  test.each([
    ['PUT', "isn't a method and a path"],
    ['/articles', "isn't a method and a path"],
    ['PUT  /articles', "isn't a method and a path"],
    ['PUT /articles ', "isn't a method and a path"],
    ['put /articles', 'The method "put" isn\'t one of GET, POST, PUT, PATCH, DELETE'],
    ['HEAD /articles', 'The method "HEAD" isn\'t one of'],
    ['PUT articles', 'must begin with "/"'],
    ['PUT /articles/', 'is malformed'],
    ['PUT //articles', 'is malformed'],
    ['PUT /a/../b', 'is malformed'],
    ['PUT /[id]/[id]', 'uses the parameter "id" twice'],
    ['PUT /[...rest]/x', 'must come last'],
    ['PUT /articles?x=1', 'has a "?"'],
    ['PUT /articles#x', 'has a "#"'],
    ['PUT /a%20b', 'has a "%"'],
    ['PUT /_fw/api/x', "is the framework's"],
    ['PUT /_fw', "is the framework's"],
  ])('refuses http: %s', (http, words) => {
    expect(define({ http })).toThrow(TypeError)
    expect(define({ http })).toThrow(words)
  })

  test('needs readonly for GET, which browsers and caches repeat', () => {
    expect(define({ http: 'GET /articles' })).toThrow('Set readonly: true if the api changes nothing, or use POST.')
    expect(define({ http: 'GET /articles', readonly: false })).toThrow('readonly: true')
    expect(define({ http: 'GET /articles', readonly: true })).not.toThrow()
  })

  test.each([
    [{ status: 201 }, 'status applies to an address of its own. Set http too'],
    [{ cors: ['https://a.example'] }, 'cors applies to an address of its own. Set http too'],
    [{ http: 'PUT /a', status: 199 }, 'status is a number. It must be a status from 200 to 299'],
    [{ http: 'PUT /a', status: 301 }, 'from 200 to 299'],
    [{ http: 'PUT /a', status: 206 }, 'except 205 and 206'],
    [{ http: 'PUT /a', status: '201' }, 'from 200 to 299'],
    [{ http: 7 }, 'http is a number. It must be a string'],
    [{ http: 'PUT /a', cors: true }, 'cors is a boolean'],
    [{ http: 'PUT /a', cors: ['*'] }, 'Every page of the web could call it'],
    [{ http: 'GET /a', readonly: true, cors: { origins: ['*'], credentials: true } }, 'could read the result'],
    [{ http: 'PUT /a', cors: ['https://a.example/'] }, '"https://a.example/" in cors isn\'t an origin'],
    [{ http: 'PUT /a', cors: ['a.example'] }, "isn't an origin"],
    [{ http: 'PUT /a', cors: ['null'] }, "isn't an origin"],
    [{ http: 'PUT /a', cors: ['https://*.a.example'] }, "isn't an origin"],
    [
      { http: 'PUT /a', cors: { origin: ['https://a.example'] } },
      'unknown option "cors.origin". Did you mean "origins"?',
    ],
    [
      { http: 'PUT /a', cors: { origins: ['https://a.example'], credential: true } },
      'unknown option "cors.credential"',
    ],
  ])('refuses %j', (options, words) => {
    expect(define(options)).toThrow(TypeError)
    expect(define(options)).toThrow(words)
  })
})

describe('createFwServer', () => {
  const put = (http: `PUT /${string}`) => api({ description: 'x', http, input: schema({ id: int() }), run: () => 1 })
  const get = (http: `GET /${string}`) => api({ description: 'x', http, readonly: true, run: () => 1 })

  test('refuses two apis with the same method and path, and names both', () => {
    const apis = { shop: { one: put('PUT /articles/[id]'), two: put('PUT /articles/[id]') } }
    expect(() => createFwServer({ apis })).toThrow(
      'The routes "/articles/[id]" (api.shop.one, PUT) and "/articles/[id]" (api.shop.two, PUT) match the same paths.',
    )
    const renamed = { shop: { one: put('PUT /articles/[id]') }, other: { two: put('PUT /articles/[slug]') } }
    expect(() => createFwServer({ apis: renamed })).toThrow('match the same paths')
  })

  test('refuses a GET at the path of a page, and accepts other methods there', async () => {
    const routes = { '/articles/[slug]': () => 'page' }
    expect(() => createFwServer({ routes, apis: { shop: { one: get('GET /articles/[id]') } } })).toThrow(
      'The routes "/articles/[slug]" and "/articles/[id]" (api.shop.one, GET) match the same paths.',
    )
    const server = createFwServer({ routes, apis: { shop: { one: put('PUT /articles/[id]') } } })
    await server.close()
  })

  test('refuses an unknown matcher', () => {
    expect(() => createFwServer({ apis: { shop: { one: put('PUT /articles/[id=number]') } } })).toThrow(
      'uses the matcher "number", which does not exist',
    )
  })
})
