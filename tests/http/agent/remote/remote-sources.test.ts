import { afterEach, describe, expect, test } from 'vitest'
import { defineAgent } from '../../../../runtime/src/agent.ts'
import type { RemoteServer } from '../../../../runtime/src/contract/agent/agent.ts'
import type { RemoteSource } from '../../../../runtime/src/contract/agent/remote-source.ts'
import { createFwServer } from '../../../../runtime/src/server.ts'
import { type ForeignOptions, type ForeignTool, startForeignMcp } from '../../../servers/foreign-mcp.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const object = { type: 'object' }

async function foreign(tools: readonly ForeignTool[], options?: ForeignOptions) {
  const server = await startForeignMcp(tools, options)
  open.push(server)
  return server
}

function sources(mcp: RemoteServer | readonly RemoteServer[]): readonly RemoteSource[] {
  const server = createFwServer({ agent: defineAgent({ mcp }), log: () => undefined })
  open.push(server)
  return server.remoteSources
}

function only(mcp: RemoteServer): RemoteSource {
  const [first] = sources(mcp)
  if (first === undefined) throw new Error('There is no source.')
  return first
}

describe('the MCP servers of an agent, for who runs no turn', () => {
  test('are there without being asked anything; an app without an agent has none', async () => {
    const server = await foreign([])
    const found = sources([{ url: server.url, name: 'docs' }, { url: 'https://tickets.example.com/mcp' }])
    expect(found.map(({ name, url }) => [name, url])).toEqual([
      ['docs', server.url],
      ['tickets_example_com', 'https://tickets.example.com/mcp'],
    ])
    expect(server.asked).toEqual([])
    const plain = createFwServer({ log: () => undefined })
    open.push(plain)
    expect(plain.remoteSources).toEqual([])
  })

  test('list the tools of the server and how the agent treats each', async () => {
    const output = { type: 'object', properties: { hits: { type: 'array', items: { type: 'string' } } } }
    const { url } = await foreign([
      { name: 'search', description: 'Finds pages.', inputSchema: object, outputSchema: output },
      { name: 'look up', description: 'Two words.', inputSchema: object, annotations: { readOnlyHint: true } },
      { name: 'look.up', inputSchema: object },
      { name: 'delete', inputSchema: object },
      { name: 'x'.repeat(80), inputSchema: object },
    ])
    const listed = await only({ url, name: 'docs', allowPrivate: true, exclude: ['delete'] }).list()
    expect(listed).toEqual([
      { tool: 'search', name: 'mcp_docs.search', description: 'Finds pages.', input: object, output, readonly: false },
      { tool: 'look up', name: 'mcp_docs.look_up', description: 'Two words.', input: object, readonly: true },
      { tool: 'look.up', left: 'name_taken', description: '', input: object, readonly: false },
      { tool: 'delete', name: 'mcp_docs.delete', left: 'filtered', description: '', input: object, readonly: false },
      { tool: 'x'.repeat(80), left: 'name_too_long', description: '', input: object, readonly: false },
    ])
  })

  test('explain why a server is unavailable, without its token', async () => {
    const { url } = await foreign([], { token: 'right-token' })
    const refused = only({ url, name: 'docs', allowPrivate: true, token: 'wrong-token' }).list()
    await expect(refused).rejects.toThrow('There is no entry for Bearer ….')
    await expect(only({ url, name: 'docs' }).list()).rejects.toThrow('does not use https')
    const gone = await foreign([])
    await gone.close()
    await expect(only({ url: gone.url, allowPrivate: true }).list()).rejects.toThrow('ECONNREFUSED')
  })

  test('wait for a silent server no longer than they may', async () => {
    const { url } = await foreign([], { silent: true })
    await expect(only({ url, allowPrivate: true }).list({ timeoutMs: 200 })).rejects.toThrow(/0\.2 seconds|timed out/)
  })
})

test('a URL is shown without parts that may be secret', () => {
  const shown = (url: string) => only({ url, name: 'docs' }).url
  expect(shown('https://docs.example.com/mcp?key=secret#x')).toBe('https://docs.example.com/mcp')
  expect(shown('https://docs.example.com/s/9f8a7b6c5d4e3f2a1b0c9d8e/mcp')).toBe('https://docs.example.com/s/…/mcp')
  expect(() => defineAgent({ mcp: { url: 'https://me:hidden@docs.example.com/mcp' } })).toThrow(/^(?!.*hidden).*token/)
})

test.each([
  [{ url: 'docs' }, 'mcp.url is "docs"'],
  [{ url: 'ftp://docs' }, 'mcp.url is "ftp://docs"'],
  [{ url: 'https://docs.example.com', name: 'a__b' }, 'mcp.name is "a__b"'],
  [[{ url: 'https://docs.example.com/a' }, { url: 'https://docs.example.com/b' }], 'the name "mcp_docs_example_com"'],
])('defineAgent refuses mcp: %j', (mcp, message) => {
  expect(() => defineAgent({ mcp })).toThrow(message)
})
