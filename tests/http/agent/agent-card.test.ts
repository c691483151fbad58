/** The card by which other agents find an app. */
import { expect, test } from 'vitest'
import type { Skill } from '../../../runtime/src/agent.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { shop } from '../agent-app.ts'
import { routeModules } from '../route-modules.ts'
import { describeTransports } from '../transports.ts'

const CARD = '/.well-known/agent-card.json'
const SITE = 'https://tea.example'
const skill: Skill = {
  name: 'returns',
  description: 'How returns work.',
  when: 'Somebody sends tea back.',
  tools: [],
  body: 'Secret steps.',
  file: 'returns.md',
}
const options: FwServerOptions = { title: 'Tea shop', apis: { shop }, siteUrl: SITE, skills: [skill] }

describeTransports('the agent card', (start) => {
  test('names both bindings, and lists the tools that every caller may see as skills, with guards and how to call them', async () => {
    const { request } = await start({ ...options, description: 'Sells tea.', llmsTxt: {} })
    const answer = await request(CARD)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    const text = await answer.text()
    const card = JSON.parse(text) as { skills: { id: string; tags: string[] }[] } & Record<string, unknown>
    expect(card).toMatchObject({
      name: 'Tea shop',
      description: 'Sells tea.',
      supportedInterfaces: [
        { url: `${SITE}/_fw/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: `${SITE}/_fw/a2a`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      ],
      documentationUrl: `${SITE}/llms.txt`,
      capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
      defaultInputModes: [
        'text/plain',
        'application/json',
        'image/png',
        'image/jpeg',
        'image/gif',
        'image/webp',
        'application/pdf',
      ],
      defaultOutputModes: ['text/plain', 'application/json'],
    })
    expect(card).not.toHaveProperty('securitySchemes')
    expect(card.skills.map(({ id, tags }) => [id, ...tags])).toEqual([
      ['shop__broken', 'tool', 'guard:auto'],
      ['shop__refund', 'tool', 'guard:confirm'],
      ['shop__rows', 'tool', 'guard:auto'],
      ['shop__search', 'tool', 'guard:auto', 'readonly'],
      ['shop__send', 'tool', 'guard:auto'],
      ['skill-returns', 'skill'],
    ])
    expect(card.skills[1]).toMatchObject({ description: 'Refunds an order. A person has to approve each call.' })
    const { capabilities } = card as unknown as { capabilities: { extensions: { params: { tools: object[] } }[] } }
    expect(capabilities.extensions[0]?.params.tools[3]).toMatchObject({
      tool: 'shop__search',
      guard: 'auto',
      input: { type: 'object', required: ['query'] },
    })
    expect(text).not.toContain('Secret steps')
  })

  test('may be cached, and a caller with the current version receives 304', async () => {
    const { request } = await start({ ...options, production: true })
    const first = await request(CARD)
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = await request(CARD, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await request(CARD, { method: 'POST' })).status).toBe(405)
  })

  test('with mcpAuth it is public, names the bearer token, and leaves to the extended card what needs a scope', async () => {
    const { request } = await start({ ...options, mcpAuth: { token: 'secret' } })
    const card = (await (await request(CARD)).json()) as { skills: { id: string }[] }
    expect(card).toMatchObject({
      capabilities: { extendedAgentCard: true },
      securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    })
    expect(JSON.stringify(card)).not.toContain('secret')
    expect(card.skills.map(({ id }) => id)).not.toContain('shop__report')
  })

  test('without siteUrl its URLs are relative: no request header determines them', async () => {
    const { request } = await start({ apis: { shop } })
    const card = await (await request(CARD, { headers: { 'x-forwarded-host': 'evil.example' } })).json()
    expect(card).toMatchObject({ supportedInterfaces: [{ url: '/_fw/a2a' }, { url: '/_fw/a2a' }] })
  })

  test('every page of an app with tools for agents links to MCP and the card, and no other page does', async () => {
    const pages = routeModules({ 'index.tsx': {} })
    const links = async (more: FwServerOptions) => {
      const { request } = await start({ ...pages, ...more })
      return (await (await request('/')).text()).match(/<link id="fw-(?:mcp|a2a)"[^>]*>/g)
    }
    expect(await links({ apis: { shop } })).toEqual([
      '<link id="fw-mcp" rel="service-doc" title="MCP" href="/_fw/mcp">',
      '<link id="fw-a2a" rel="service-desc" title="A2A" href="/.well-known/agent-card.json">',
    ])
    expect(await links({ apis: { shop: { wipe: shop.wipe } } })).toBeNull()
  })
})
