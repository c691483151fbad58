import { expect, test } from 'vitest'
import { createPathResolver } from '../../../runtime/src/site/site-address.ts'

const SITES = ['https://shop.example', 'http://shop.example:8080/shop/?a=1', 'https://ada:secret@SHOP.example/']
const PATHS = [
  '/',
  '/a',
  '/a-b_c/d.e/0..1',
  '/a/',
  '/a//b',
  '//other.example/a',
  '/./a',
  '/a/../b',
  '/..',
  '/.well-known/a',
  '/%2e%2e/a',
  '/%C3%A9',
  "/it's",
  '/é',
  '/a?b=1#c',
  '/a\\..\\b',
  '/a\nb',
  '/a\n',
  'a',
  '',
]

test('a path resolves to the URL that parsing it returns', () => {
  for (const site of SITES) {
    const resolve = createPathResolver(site)
    expect(PATHS.map(resolve)).toEqual(PATHS.map((path) => new URL(path, site).href))
  }
})
