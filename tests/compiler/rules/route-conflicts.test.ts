import { describe, expect, it } from 'vitest'
import { analyzeRoutes } from '../../../compiler/src/analyze/pages/routes.ts'
import { unreachableRoutes } from '../../../compiler/src/analyze/pages/unreachable-routes.ts'
import { duplicateRoute } from '../../../compiler/src/rules/pages/duplicate-route.ts'
import { findLocaleRoutes, localeRoute } from '../../../compiler/src/rules/pages/locale-route.ts'
import { parsePattern } from '../../../runtime/src/contract.ts'
import { createMatcher } from '../../../runtime/src/tooling.ts'
import { temporaryApp } from '../temporary-app.ts'

const MATCHERS = { size: () => true, colour: () => true }

function read(names: readonly string[]) {
  const { root } = temporaryApp(Object.fromEntries(names.map((name) => [`src/routes/${name}`, ''])))
  return { root, facts: analyzeRoutes(root, 'src/routes').facts }
}

/** Returns the pairs that the rule reports, as `file = other`. */
function conflicts(names: readonly string[]): readonly string[] {
  const found = duplicateRoute.report(read(names).facts)
  return found.map(({ message }) =>
    message.replace(/^src\/routes\/(.+?) matches the same paths as src\/routes\/(.+?) .*$/, '$1 = $2'),
  )
}

/** Whether the server would start with them. */
function isServed(names: readonly string[]): boolean {
  const routes = read(names).facts.map(({ pattern }) => ({ pattern, segments: parsePattern(pattern) }))
  try {
    createMatcher(routes, MATCHERS)
    return true
  } catch {
    return false
  }
}

describe('two files', () => {
  it.each([
    ['(shop)/about.tsx', 'about.tsx'],
    ['(blog)/(new)/about.tsx', '(shop)/about.tsx'],
    ['(shop)/index.tsx', 'index.tsx'],
    ['docs.tsx', 'docs/index.tsx'],
    ['about.jsx', 'about.tsx'],
    ['orders/[id].tsx', 'orders/[order].tsx'],
    ['(a)/orders/[id].tsx', 'orders/[order].tsx'],
    ['orders/[id=integer].tsx', 'orders/[order=integer].tsx'],
    ['docs/[...path].tsx', 'docs/[...rest].tsx'],
    ['docs/[[...path]].tsx', 'docs/[[...rest]].tsx'],
    ['docs/[...path=size].tsx', 'docs/[...rest=size].tsx'],
    ['[shop]/[id].tsx', '[store]/[item].tsx'],
  ])('%s and %s match the same paths', (first, second) => {
    expect(conflicts([first, second])).toEqual([`${second} = ${first}`])
    expect(isServed([first, second])).toBe(false)
  })

  it.each([
    ['orders/[id].tsx', 'orders/[id=integer].tsx'],
    ['orders/[id=integer].tsx', 'orders/[id=uuid].tsx'],
    ['orders/[id=size].tsx', 'orders/[id=colour].tsx'],
    ['orders/[id].tsx', 'orders/new.tsx'],
    ['orders/[id].tsx', 'orders/[...id].tsx'],
    ['docs/[...path].tsx', 'docs/[[...path]].tsx'],
    ['docs/[[...path]].tsx', 'docs/index.tsx'],
    ['[shop]/[id].tsx', '[shop]/[id]/edit.tsx'],
    ['(shop)/about.tsx', 'shop/about.tsx'],
    ['_parts/about.tsx', 'about.tsx'],
    ['_layout.tsx', 'index.tsx'],
  ])('%s and %s have paths of their own', (first, second) => {
    expect(conflicts([first, second])).toEqual([])
    expect(isServed([first, second])).toBe(true)
  })

  it('each further one is reported against the first', () => {
    expect(conflicts(['(a)/x.tsx', '(b)/x.tsx', 'x.tsx'])).toEqual(['(b)/x.tsx = (a)/x.tsx', 'x.tsx = (a)/x.tsx'])
  })
})

describe('a page that no URL reaches', () => {
  const unreachable = (names: readonly string[], config: Parameters<typeof unreachableRoutes>[1] = {}) => {
    const { root, facts } = read(names)
    return unreachableRoutes(root, config, facts).map(({ file, by, other }) => [
      file.slice('src/routes/'.length),
      by,
      other,
    ])
  }

  it.each([
    [['(shop)/docs/index.tsx', '(blog)/docs/[...path].tsx', 'docs/[[...path]].tsx'], 'docs/[[...path]].tsx'],
    [['[[...all]].tsx', '[...all].tsx', 'index.tsx'], '[[...all]].tsx'],
  ])('of %j: %s', (names, file) => {
    expect(unreachable(names).map(([found]) => found)).toEqual([file])
  })

  it.each([
    [['[[...all]].tsx', '[...all].tsx']],
    [['[[...all]].tsx', 'index.tsx']],
    [['[...all=size].tsx', '[...all].tsx']],
    [['a/[x].tsx', '[y]/b.tsx', '[y]/[x].tsx']],
    [['[x=integer].tsx', '[x=uuid].tsx', '[x].tsx']],
  ])('none of %j', (names) => {
    expect(unreachable(names)).toEqual([])
  })

  it('behind redirects and rewrites with parameters, rests and matchers', () => {
    const names = ['orders/[id].tsx', 'orders/[id=integer].tsx', 'docs/[[...path]].tsx', 'docs/a/b.tsx']
    const redirected = (...from: readonly string[]) =>
      unreachable(names, { redirects: from.map((one) => ({ from: one, to: '/' })) })
    expect(redirected('/orders/[any]').map(([file]) => file)).toEqual(['orders/[id=integer].tsx', 'orders/[id].tsx'])
    expect(redirected('/orders/[any=integer]').map(([file]) => file)).toEqual(['orders/[id=integer].tsx'])
    expect(redirected('/docs/[...all]').map(([file]) => file)).toEqual(['docs/a/b.tsx'])
    expect(redirected('/docs/[[...all]]').map(([file]) => file)).toEqual(['docs/[[...path]].tsx', 'docs/a/b.tsx'])
    expect(redirected('/[...all=size]', '/orders/7', 'orders')).toEqual([])
    const rewrites = [{ from: '/orders/[id]', to: '/docs/[id]' }]
    expect(unreachable(names, { rewrites }).map(([file, by]) => [file, by])).toEqual([
      ['orders/[id=integer].tsx', 'rewrite'],
      ['orders/[id].tsx', 'rewrite'],
    ])
  })
})

describe('pages that are named like a language', () => {
  const told = (names: readonly string[], locales: readonly string[]) => {
    const found = findLocaleRoutes(read(names).facts, locales)
    return localeRoute.report(found).map(({ message }) => message)
  }

  it.each([
    ['de.tsx', '"/de" is the home page of the language "de"'],
    ['de/index.tsx', 'begins with "/de/de"'],
    ['(shop)/pt-br/tea.tsx', '"/pt-br" is the home page of the language "pt-BR"'],
    ['[lang]/index.tsx', 'Move it to "/", and get the language from useI18n()'],
    ['[locale]/orders/[id].tsx', 'Move it to "/orders/[id]"'],
    ['[language=known]/about.tsx', 'Move it to "/about"'],
  ])('%s is reported', (name, message) => {
    expect(told([name], ['en', 'de', 'pt-BR'])).toEqual([expect.stringContaining(message)])
    expect(told([name], [])).toEqual([])
  })

  it.each([
    ['de/tea.tsx', '"/de" is the home page of the language "de", and URLs in "en" don\'t contain it'],
    ['en/tea.tsx', 'so src/routes/en/tea.tsx has no URL in "en"'],
    ['[lang]/tea.tsx', 'begins with "/de/[lang]"'],
  ])('with an unprefixed default language, %s is reported', (name, message) => {
    const found = findLocaleRoutes(read([name]).facts, ['en', 'de'], 'en')
    expect(localeRoute.report(found).map((one) => one.message)).toEqual([expect.stringContaining(message)])
  })

  it('others are not: in subfolders, with the same beginning, with another parameter', () => {
    expect(
      told(['tea/de.tsx', 'deals.tsx', '[id].tsx', 'orders/[locale].tsx', '[[...lang]].tsx'], ['en', 'de']),
    ).toEqual([])
  })
})
