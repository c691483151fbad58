import { describe, expect, test } from 'vitest'
import { ENDPOINTS, findEndpoint, isFrameworkPath, respondsTo } from '../../../../runtime/src/contract/http/endpoint.ts'

/** The name of the endpoint that responds to a path. */
const match = (path: string): string | undefined => {
  const endpoint = findEndpoint(path)
  return endpoint && respondsTo(endpoint, path) ? endpoint.name : undefined
}

describe('the endpoint of a path', () => {
  test.each([
    ['/_fw/api/shop.pay', 'api'],
    ['/_fw/api', undefined],
    ['/_fw/approve', 'approve'],
    ['/_fw/approve/x', undefined],
    ['/_fw/agent', 'agent'],
    ['/_fw/agent/1/stream', 'agent'],
    ['/_fw/a2a', 'a2a'],
    ['/_fw/a2a/tasks/1', 'a2a'],
    ['/_fw/mcp', 'mcp'],
    ['/_fw/mcp/x', undefined],
    ['/_fw/channels', undefined],
    ['/_fw/channels/slack', 'channels'],
    ['/_fw/health', 'health'],
    ['/_fw/', undefined],
    ['/_fw', undefined],
    ['/_fw/apix/shop.pay', undefined],
    ['/_fw/API/shop.pay', undefined],
    ['/x/_fw/api/shop.pay', undefined],
    ['/', undefined],
  ])('%s', (path, name) => {
    expect(match(path)).toBe(name)
  })

  test('has its policy below its path too, where nothing responds', () => {
    expect(findEndpoint('/_fw/mcp/x')?.origin).toBe('agent')
  })
})

test('the table has one entry for each name and path, and all of them are paths of the framework', () => {
  expect(new Set(ENDPOINTS.map(({ name }) => name)).size).toBe(ENDPOINTS.length)
  expect(new Set(ENDPOINTS.map(({ path }) => path)).size).toBe(ENDPOINTS.length)
  for (const { path } of ENDPOINTS) {
    expect(isFrameworkPath(path)).toBe(true)
    expect(path.split('/')).toHaveLength(3)
  }
})
