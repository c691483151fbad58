import { describe, expect, it } from 'vitest'
import { hydrates, renderPage, toHydrate } from '../../../runtime/src/testing.ts'

const LIST = { m: { a: '/assets/a.js' }, n: { 'a#Counter': 'Counter' }, h: '/assets/hydrate.js' }

/** A document as the server writes it. */
const pageOf = (body: string, list: object = LIST) =>
  `<!doctype html><html><head><title>A <p> in a title</title></head><body><main>${body}</main>` +
  `<script type="application/json" id="fw-islands">${JSON.stringify(list)}</script></body></html>`
const island = (inner: string, attributes = '') => `<fw-island i="0" c="a#Counter"${attributes}>${inner}</fw-island>`
const told = (html: string) => toHydrate(html).message()

describe('toHydrate', () => {
  it.each<[string, string]>([
    ['props and keys', island('<b data-hk="i0-00">1</b>', ' p="{&quot;a&quot;:&quot;&lt;&amp;&#39;&quot;}"')],
    ['lists in lists', island('<ul><li>a<ul><li>b</li></ul></li></ul>')],
    [
      'tables as they are parsed',
      island('<table><thead><tr><th>a</th></tr></thead> <tbody><tr><td><p>b</p></td></tr></tbody></table>'),
    ],
    ['ends that are left out', island('<div><p>a<p>b</div><ul><li>a<li>b</ul>')],
    ['elements of SVG', island('<svg><a><a></a></a><title>x</title></svg>')],
    ['markup in texts and comments', island('<textarea><p><div></textarea><!-- <table>x -->')],
    ['static markup outside islands', `<p><div>a</div></p>${island('<b></b>')}`],
  ])('passes %s', (_, body) => {
    expect(toHydrate(pageOf(body)).pass).toBe(true)
  })

  it.each<[string, string]>([
    ['<p><div>b</div></p>', 'a <div> is in a <p>, and a browser ends the <p> before it.'],
    ['<p><b><ul><li>b</li></ul></b></p>', 'a <ul> is in a <p>, and a browser ends the <p> before it.'],
    ['<table><tr><td>1</td></tr></table>', 'a <tr> is in a <table>, and a browser puts a <tbody> around it.'],
    ['<table><tbody><div>1</div></tbody></table>', 'a <div> is in a <tbody>, and a browser moves it out of the table.'],
    ['<table>1<tbody></tbody></table>', 'a browser moves the text of a <table> out of the table.'],
    ['<td>1</td>', 'a <td> is in a <fw-island>, and a browser omits it.'],
    ['<a href="/"><b><a href="/b">c</a></b></a>', 'a <a> is in a <a>, and a browser makes two of them.'],
    ['<li>a<li>b</li></li>', 'a <li> is in a <li> without a list between them.'],
    ['<h2><h3>a</h3></h2>', 'a <h3> is in a <h2>, and a browser ends the outer one before it.'],
  ])('reports markup that a browser would parse differently: %s', (inner, problem) => {
    expect(told(pageOf(island(inner)))).toBe(
      `The islands of the page cannot be hydrated.\n- In the island <Counter>: ${problem}`,
    )
  })

  it('names an island that browsers move', () => {
    expect(told(pageOf(`<table><tbody>${island('<b></b>')}</tbody></table>`))).toContain(
      'In the page: a <fw-island> is in a <tbody>, and a browser moves it out of the table.',
    )
    expect(told(pageOf(`<p>${island('<div></div>')}</p>`))).toContain('a <div> is in a <p>')
  })

  it('names code, props and keys that a browser would not find', () => {
    expect(told(pageOf(island('<b></b>'), { ...LIST, m: {} }))).toContain('has no code for the island <Counter>')
    expect(told(pageOf(island('<b></b>'), { ...LIST, h: '' }))).toContain('has no code for')
    expect(toHydrate(pageOf(island('<b></b>'), { ...LIST, h: '', m: { a: '/a.js', 'a*': '/react.js' } })).pass).toBe(
      true,
    )
    expect(told(pageOf(island('<b></b>', ' p="{a"')))).toContain('The props of the island <Counter> cannot be parsed.')
    const twice = island('<b data-hk="i0-0"></b>') + island('<i data-hk="i0-0"></i>')
    expect(told(pageOf(twice))).toContain('Two elements have the hydration key i0-0, in <Counter> and in <Counter>.')
  })

  it('fails for a page without islands', () => {
    expect(told('<p>Hello</p>')).toContain('The page has no island')
  })
})

it('hydrates throws the same, also for a rendered page; the matcher has a message for `not`', async () => {
  const app = { fetch: async () => new Response(pageOf(island('<p><div></div></p>'))) }
  const page = await renderPage(app, '/')
  expect(() => hydrates(page)).toThrow('a <div> is in a <p>')
  expect(() => hydrates(pageOf(island('<b></b>')))).not.toThrow()
  expect.extend({ toHydrate })
  const extended = () => expect(page) as unknown as { toHydrate(): void; not: { toHydrate(): void } } // what extend adds
  extended().not.toHydrate()
  expect(() => extended().toHydrate()).toThrow('a <div> is in a <p>')
})
