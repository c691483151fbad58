import { expect, it } from 'vitest'
import { analyzeRoutes } from '../../../../compiler/src/analyze/pages/routes.ts'
import { unreachableRoutes } from '../../../../compiler/src/analyze/pages/unreachable-routes.ts'
import { temporaryApp } from '../../temporary-app.ts'

const found = (files: readonly string[], config: Parameters<typeof unreachableRoutes>[1] = {}) => {
  const { root } = temporaryApp(Object.fromEntries(files.map((file) => [file, ''])))
  return unreachableRoutes(root, config, analyzeRoutes(root, 'src/routes').facts).map(
    ({ file, by, other }) => [file.slice('src/routes/'.length), by, other] as const,
  )
}
const routes = (...names: readonly string[]) => names.map((name) => `src/routes/${name}.tsx`)

it.each([
  ['a page beside an optional rest', ['docs/index', 'docs/[[...path]]']],
  ['all kinds of one segment', ['a', '[x=integer]', '[x=size]', '[x]', '[...x]']],
  ['two matchers of the app', ['[x=size]', '[x=colour]']],
  ['the root', ['index', '[x]/[y]']],
])('%s: every page has its turn', (_, names) => {
  expect(found(routes(...names))).toEqual([])
})

it('an optional rest for which a page and a rest leave no URLs', () => {
  expect(found(routes('docs/index', 'docs/[...path]', 'docs/[[...path]]')).map(([file]) => file)).toEqual([
    'docs/[[...path]].tsx',
  ])
})

it('pages whose URL a public file, a redirect or a rewrite handles first', () => {
  const files = [...routes('about', 'old/[id]', 'start', 'shown'), 'public/about']
  const config = {
    redirects: [{ from: '/old/[...rest]', to: '/' }],
    rewrites: [
      { from: '/start', to: '/shown' },
      { from: '/shown', to: '/start?x=1' },
    ],
  }
  expect(found(files, config)).toEqual([
    ['about.tsx', 'file', 'public/about'],
    ['old/[id].tsx', 'redirect', '/old/[...rest]'],
  ])
  expect(found(files, { rewrites: [{ from: '/start', to: '/shown' }] })).toContainEqual([
    'start.tsx',
    'rewrite',
    '/start',
  ])
})
