import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Proposal, ProposalOutcome } from '../../../runtime/src/contract/agent/proposal.ts'
import { describeValue } from '../../../runtime/src/contract/approval/shown-value.ts'
import type { JsonSchema } from '../../../runtime/src/contract/schema/json-schema.ts'
import { PAGE_POLICY } from '../../../runtime/src/proposals/page-style.ts'
import { listPage, type PageContext, proposalPage } from '../../../runtime/src/proposals/proposal-page.ts'
import { valueView as renderView } from '../../../runtime/src/proposals/value-view.ts'
import { escapeJson } from '../../../runtime/src/proposals/visible-text.ts'

const NOW = Date.parse('2026-11-21T06:50:00Z')
const facts: PageContext = {
  app: 'Bank & <Sons>',
  lang: 'de',
  now: NOW,
  reader: { locale: 'de', timeZone: 'UTC' },
  createToken: (id) => `token of ${id.length} "characters"`,
  describeTool: ({ tool }) =>
    tool === 'api.bank.pay'
      ? {
          title: 'Zahlen',
          description: 'Zahlt <etwas>.',
          input: {
            type: 'object',
            properties: {
              total: { type: 'integer', format: 'money-minor-units', description: 'What is taken.' },
              lines: {
                type: 'array',
                items: { type: 'object', properties: { price: { format: 'money-minor-units' } } },
              },
            },
          },
        }
      : undefined,
}

const proposal: Proposal = {
  id: 'A'.repeat(32),
  tool: 'api.bank.pay',
  input: {
    total: 1250,
    note: '"><b>\u202e',
    lines: [{ price: 5, sku: '' }],
    empty: {},
    none: [],
    nothing: null,
    yes: true,
  },
  inputHash: '',
  subject: 'ann',
  agent: 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U',
  origin: 'agent',
  message: '',
  createdAt: NOW - 60_000,
  expiresAt: NOW + 540_000,
  state: 'pending',
}

/** One tag a line, so that a difference is read. The style sheet has no place here. */
function lines(html: string): string {
  return `${html.replace(/<style>.*<\/style>/s, '').replaceAll('><', '>\n<')}\n`
}

describe('the page of a proposal', () => {
  it('shows the stored call, who asked, until when, and two forms', async () => {
    const html = lines(proposalPage(proposal, facts))
    await expect(html).toMatchFileSnapshot(join(import.meta.dirname, 'snapshots/proposal-page.html'))
  })

  const settled = (state: Proposal['state'], result?: ProposalOutcome) =>
    proposalPage({ ...proposal, state, ...(result === undefined ? {} : { result }) }, facts)

  it('has no button once it is approved or rejected, and shows the outcome', () => {
    const pages = {
      rejected: settled('rejected'),
      expired: settled('expired'),
      running: settled('executed'),
      done: settled('executed', { ok: true, result: { receipt: '<7>' } }),
      quiet: settled('executed', { ok: true }),
      failed: settled('executed', { ok: false, error: 'Error: <no>\u202e', code: 'internal' }),
      interrupted: settled('executed', { ok: false, error: 'Interrupted', code: 'interrupted' }),
    }
    for (const html of Object.values(pages)) expect(html).not.toMatch(/<form|<button/)
    const said = Object.entries(pages).map(([name, html]) => [
      name,
      /<h1>(.*?)<\/h1>.*?<p>(.*?)\./.exec(html)?.slice(1),
    ])
    expect(Object.fromEntries(said)).toEqual({
      rejected: ['Rejected', 'A user rejected the call'],
      expired: ['Expired', 'The call was not approved in time, or newer calls replaced it'],
      running: ['Approved', 'The call was started and has not reported back yet'],
      done: ['Approved', 'The call has run, once'],
      quiet: ['Approved', 'The call has run, once'],
      failed: ['Approved, but it failed', 'The call failed'],
      interrupted: [
        'Interrupted, outcome unknown',
        'The call was approved and started, and the server stopped before the call had ended',
      ],
    })
    expect(pages.done).toContain('"&lt;7&gt;"')
    expect(pages.failed).toContain('Error: &lt;no&gt;<mark>\\u202e</mark>')
  })

  it('warns about a tool that the app no longer has', () => {
    const html = proposalPage({ ...proposal, tool: 'api.bank.<gone>' }, facts)
    expect(html).toContain('no longer has this tool')
    expect(html).toContain('api.bank.&lt;gone&gt;')
    expect(proposalPage({ ...proposal, tool: 'api.bank.<gone>', state: 'rejected' }, facts)).not.toContain('Effect')
  })

  it('is the same for every id that shows nothing', () => {
    expect(proposalPage(undefined, facts)).toContain('<h1>Proposal not found</h1>')
  })
})

describe('the list', () => {
  const NONE = { proposals: [], first: 0, count: 0 }

  it('explains why it is empty: nothing is pending, or the visitor is not signed in', () => {
    expect(listPage(NONE, facts, true)).toContain('are shown here until they expire')
    expect(listPage(NONE, facts, false)).toContain('Sign in, then open this page again.')
  })

  it('stays small, however large the calls are, and settles none that it does not show', () => {
    const input = { text: 'x'.repeat(1_000_000) }
    const many = Array.from({ length: 100 }, (_, index) => ({ ...proposal, id: `${index}`.padStart(32, 'A'), input }))
    const html = listPage({ proposals: many, first: 0, count: many.length }, facts, true)
    expect(html.length).toBeLessThan(200_000)
    expect(html).not.toContain('<form')
    expect(html.match(/Show the full call/g)?.length).toBe(100)
  })
})

describe('a value', () => {
  const valueView = (value: unknown, schema?: JsonSchema) =>
    renderView(describeValue(value, schema, { locale: 'en', timeZone: 'UTC' }))
  const visibleJson = (value: unknown) => escapeJson(JSON.stringify(value))
  const text = (html: string) => html.replace(/<[^>]*>/g, ' ')

  it('is shown with names of prototypes, and with names that turn text around', () => {
    const html = valueView(JSON.parse('{"__proto__":1,"constructor":{"prototype":"x"},"a\\u202eb":2,"":3,"<i>":4}'), {
      properties: { toString: { description: 'never' } },
    })
    for (const name of ['__proto__', 'constructor', 'prototype', 'a<mark>\\u202e</mark>b', '&quot;&quot;', '&lt;i&gt;'])
      expect(html.replaceAll('""', '&quot;&quot;')).toContain(name)
    expect(html).not.toContain('<i>')
  })

  it('distinguishes strings from numbers, escapes from literal ones, and absent values from empty strings', () => {
    const html = valueView(['5', 5, '', null, 'true', true, '\\u202e', '\u202e', ' a '])
    const shown = html.split('<li>').slice(1)
    expect(new Set(shown).size).toBe(9)
    expect(shown[6]).toContain('"\\u202e"')
    expect(shown[7]).toContain('"<mark>\\u202e</mark>"')
  })

  it('is whole however long, wide or deep it is', () => {
    const long = 'a'.repeat(5_000)
    expect(valueView(long)).toContain(`${long}"`)
    expect(text(valueView(long))).toContain('5000 characters')
    expect(text(valueView('\n'.repeat(20)))).toContain('20 characters, 21 lines')
    const wide = valueView(Array.from({ length: 400 }, (_, index) => `item-${index}`))
    for (const item of ['item-0', 'item-24', 'item-25', 'item-399']) expect(wide).toContain(`"${item}"`)
    expect(wide).not.toContain('<details')
    const deep = valueView(JSON.parse(`${'['.repeat(99)}"core"${']'.repeat(99)}`))
    expect(deep).toContain('&quot;core&quot;')
    const huge = valueView(Array.from({ length: 100_000 }, (_, index) => index))
    expect(huge.length).toBeLessThan(2_000_000)
    expect(text(huge)).toContain('99999')
  })

  it('hides no character that a font does not draw', () => {
    for (const code of [
      0, 7, 9, 13, 0x1b, 0x7f, 0x85, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1680, 0x180e, 0x2003, 0x200b, 0x200d, 0x200f,
      0x2028, 0x202e, 0x2066, 0x2800, 0x3000, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xe000, 0xe0041, 0xe0100, 0x1d173,
    ]) {
      const character = String.fromCodePoint(code)
      expect(visibleJson({ [character]: character }), code.toString(16)).not.toContain(character)
      expect(valueView({ [character]: character })).not.toContain(character)
      expect(JSON.parse(visibleJson(character))).toBe(character)
    }
    expect(visibleJson('Grüße, 世界 ع 😀')).toBe('"Grüße, 世界 ع 😀"')
  })
})

describe('the policy of the page', () => {
  it('allows no scripts and no resources, and no site may frame it', () => {
    const rules = PAGE_POLICY.split('; ')
    expect(rules).toContain("default-src 'none'")
    expect(rules).toContain("frame-ancestors 'none'")
    expect(rules.find((rule) => rule.startsWith('style-src'))).toMatch(/^style-src 'sha256-[\w+/]{43}='$/)
    expect(PAGE_POLICY).not.toMatch(/script|unsafe/)
  })
})
