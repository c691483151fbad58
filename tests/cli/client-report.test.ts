import { describe, expect, it } from 'vitest'
import { clientFindings } from '../../cli/src/tool/client-report.ts'
import type { JsonSchema } from '../../runtime/src/contract/schema/json-schema.ts'

interface Told {
  readonly name?: string
  readonly description?: string
  readonly inputSchema?: JsonSchema
}

function listing(tool: string, told: Told = {}) {
  return {
    tool,
    listed: {
      name: tool.replace('api.', '').replaceAll('.', '__'),
      description: 'Does it.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } } satisfies JsonSchema,
      annotations: { readOnlyHint: false },
      _meta: { 'fw/guard': 'auto' } as const,
      ...told,
    },
  }
}

const found = (told: Told) => clientFindings({ serverName: 'shop', tools: [listing('api.shop.find', told)] })
const inObject = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties })

describe('what MCP clients refuse', () => {
  it('has nothing against an ordinary tool, and against what only looks odd', () => {
    expect(found({})).toEqual([])
    expect(found({ name: 'a'.repeat(55) })).toEqual([])
    expect(found({ description: 'x'.repeat(1024) })).toEqual([])
    const choice = { anyOf: [{ type: 'object', properties: { größe: {} } }, { const: { 'ä b': 1 } }] }
    expect(found({ inputSchema: inObject({ ok: { enum: ['ä b'], default: { 'ä b': 1 } } }) })).toEqual([])
    expect(found({ inputSchema: inObject({ choice: choice as JsonSchema }) })).toMatchObject([
      { message: expect.stringContaining('its input has "größe".') },
    ])
  })

  it.each<[string, Told, RegExp]>([
    ['a dot in a name', { name: 'shop.find' }, /its MCP name is "shop\.find"\. Clients accept letters/],
    ['a name of 65 characters', { name: 'a'.repeat(65) }, /has 65 characters\. Models accept 64/],
    ['a name that is long with the server', { name: 'a'.repeat(56) }, /60 characters with the server's name "shop"/],
    ['a description of 1025 characters', { description: 'x'.repeat(1025) }, /its description has 1025 characters/],
    ['a choice at the root', { inputSchema: { type: 'object', anyOf: [] } }, /the root of its input has anyOf\./],
    [
      'a reference at the root',
      { inputSchema: { type: 'object', $ref: '#/$defs/A', $defs: { A: inObject({}) } } },
      /the root of its input has \$ref\./,
    ],
    ['a member with a space', { inputSchema: inObject({ 'two words': {} }) }, /its input has "two words"\./],
    ['a member deep inside', { inputSchema: inObject({ a: inObject({ b$: {} }) }) }, /its input has "b\$"\./],
    [
      'a schema of 40 KB',
      { inputSchema: inObject({ id: { enum: Array.from({ length: 4000 }, (_, index) => `value${index}`) } }) },
      /its input schema has 4\d KB/,
    ],
  ])('reports %s', (_title, told, message) => {
    expect(found(told)).toEqual([{ tool: 'api.shop.find', message: expect.stringMatching(message) }])
  })

  it('reports headers of parameters that are not valid', () => {
    const tools = [{ ...listing('api.shop.find'), headerProblem: 'has two parameters with the header "Id".' }]
    expect(clientFindings({ serverName: 'shop', tools })).toEqual([
      {
        tool: 'api.shop.find',
        message: 'it has two parameters with the header "Id". No parameter of it has a header.',
      },
    ])
  })

  it('reports two tools with the same name, many tools and a long list', () => {
    const twice = [listing('api.shop.find', { name: 'find' }), listing('api.blog.find', { name: 'find' })]
    expect(clientFindings({ serverName: 'shop', tools: twice })).toEqual([
      {
        tool: 'api.blog.find',
        message: expect.stringContaining('its MCP name "find" is also the name of api.shop.find'),
      },
    ])
    const many = Array.from({ length: 129 }, (_, index) =>
      listing(`api.shop.t${index}`, { description: 'x'.repeat(900) }),
    )
    expect(clientFindings({ serverName: 'shop', tools: many }).map(({ message }) => message)).toEqual([
      expect.stringContaining('MCP clients get 129 tools'),
      expect.stringMatching(/The list of tools has 1\d\d KB, about \d\d 000 tokens/),
    ])
  })
})
