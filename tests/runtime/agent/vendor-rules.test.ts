import { afterEach, describe, expect, test } from 'vitest'
import type { Vendor, VendorRule } from '../../support/vendors/rule-rows.ts'
import { RULES } from '../../support/vendors/rules.ts'
import { BREAKS, createSample } from '../../support/vendors/sample-requests.ts'
import { findBroken, type StrictModel, strictModel } from '../../support/vendors/strict-model.ts'

const open: StrictModel[] = []
afterEach(async () => {
  for (const model of open.splice(0)) await model.close()
})

test('each row has a sentence, a source, and the date of the comparison with it or a sentence on the search for it', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length)
  for (const { id, rule, source, checked, searched } of RULES as readonly VendorRule[]) {
    expect(rule, id).toMatch(/^[A-Z`].*\.$/)
    expect(new URL(source).protocol, id).toBe('https:')
    if (checked === undefined) expect(searched, id).toMatch(/^[A-Z].*\.$/)
    else expect(Date.parse(checked), id).not.toBeNaN()
  }
})

const vendors = [...new Set(RULES.map(({ id }) => id.split('/')[0] as Vendor))] // the part before the slash

test.each(vendors)('a request that keeps every rule of %s is accepted', (vendor) => {
  expect(findBroken(createSample(vendor), vendor)).toBeUndefined()
})

test.each(RULES.map(({ id }) => id))('%s refuses a request that breaks it, and nothing else', (id) => {
  const vendor = id.split('/')[0] as Vendor // the part before the slash
  const request = createSample(vendor)
  BREAKS[id](request)
  expect(findBroken(request, vendor)?.id).toBe(id)
})

const PATHS: Readonly<Record<Vendor, string>> = {
  anthropic: '/v1/messages',
  'openai-responses': '/v1/responses',
  'openai-chat': '/api.openai.com/v1/chat/completions',
  'openai-compatible': '/v1/chat/completions',
  gemini: '/v1beta/models/gemini-3.8-flash:generateContent',
}

describe.each(vendors)('the server of %s', (vendor) => {
  async function send(change: (request: ReturnType<typeof createSample>) => void): Promise<[StrictModel, Response]> {
    const isPreserving = vendor === 'anthropic'
    const model = await strictModel(isPreserving ? ['A thought.', 'Hi.'] : ['Hi.'])
    open.push(model)
    const request = createSample(vendor)
    const post = (body: object) => {
      const headers = { ...request.headers, 'content-type': 'application/json' }
      return fetch(`${model.url}${PATHS[vendor]}`, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    // The thinking in the sample is of a reply to its first message.
    if (isPreserving) await post({ ...request.body, messages: (request.body.messages as object[]).slice(0, 1) })
    change(request)
    return [model, await post(request.body)]
  }

  test('replies to a valid request', async () => {
    const [model, response] = await send(() => undefined)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Hi.')
    expect(model.broken).toEqual([])
  })

  test('refuses an invalid one in the form of the vendor, and plays no step', async () => {
    const rule = vendor === 'openai-compatible' ? `${vendor}/results` : `${vendor}/key`
    const [model, response] = await send(BREAKS[rule as keyof typeof BREAKS])
    expect(response.ok).toBe(false)
    expect((await response.json()).error.message).toEqual(expect.any(String))
    expect(model.broken).toEqual([rule])
    expect(model.left).toBe(1)
  })
})
