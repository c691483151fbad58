import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Each test has its own page, because a page stays tainted.
const openPage = async () => ({
  ...(await import('../../../runtime/src/browser/agent/as-agent.ts')),
  ...(await import('../../../runtime/src/browser/calls/cause.ts')),
  ...(await import('../../../runtime/src/browser/islands/stub.ts')),
  ...(await import('../../../runtime/src/browser/calls/post-json.ts')),
  ...(await import('../../../runtime/src/browser/agent/call-ui-tool.ts')),
  ...(await import('../../../runtime/src/browser/agent/call-page-tool.ts')),
  ...(await import('../../../runtime/src/browser/copilot/create-copilot.ts')),
})

let calls: { url: string; headers: Headers }[] = []
let answer = '{"ok":true}'
beforeEach(() => {
  vi.resetModules()
  calls = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, headers: new Headers(init.headers) })
    return new Response(answer, { headers: { 'content-type': 'text/event-stream' } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  answer = '{"ok":true}'
})

const marks = () => calls.map(({ headers }) => [headers.get('x-fw-origin'), headers.get('x-fw-tainted')])

test("an agent's calls are marked once it has read the page; a person's calls are not", async () => {
  const { asAgent, runWithOrigin, callUiTool, stub } = await openPage()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('Element', class {})
  const shown = { documentElement: {}, querySelectorAll: () => [], body: null, activeElement: null }
  vi.stubGlobal('document', Object.assign(new EventTarget(), shown))
  await asAgent(() => stub('api.shop.send')())
  // In a page that has nothing to show it fails, but it has looked.
  await callUiTool('ui_read_page', {}, async () => undefined)
  await asAgent(() => stub('api.shop.send')())
  await runWithOrigin('human', () => stub('api.shop.send')())
  expect(marks()).toEqual([
    ['agent', null],
    ['agent', '1'],
    [null, null],
  ])
})

test('a call that is refused before it reads anything does not taint', async () => {
  const { asAgent, callUiTool, stub } = await openPage()
  await callUiTool('ui_click', { ref: 5 }, async () => undefined)
  await asAgent(() => stub('api.shop.send')())
  expect(marks()).toEqual([['agent', null]])
})

test('a copilot passes it on: to the page, and to the server in its next request', async () => {
  const { asAgent, createCopilot, stub } = await openPage()
  const reply = { type: 'text', messages: [], usage: { inputTokens: 0, outputTokens: 0 }, proposals: [] }
  const finish = (more: object) =>
    `id: 1\ndata: ${JSON.stringify({ type: 'finish', messageMetadata: { ...reply, ...more } })}\n\n`
  const copilot = createCopilot({ path: () => '/' })
  answer = finish({})
  await copilot.send('Hello.')
  answer = finish({ tainted: true, holdsData: true })
  await copilot.send('Read this.')
  await copilot.send('And now?')
  answer = '{"ok":true}'
  await asAgent(() => stub('api.shop.send')())
  copilot.clear()
  answer = finish({})
  await copilot.send('Something else.')
  copilot.close()
  const asked = calls.filter(({ url }) => !url.endsWith('/stream'))
  expect(asked.map(({ headers }) => headers.get('x-fw-tainted'))).toEqual([null, null, '1', '1', null])
  expect(asked.map(({ headers }) => headers.get('x-fw-holds-data'))).toEqual([null, null, '1', null, null])
})

test('a tool of the page that cannot be undone waits for a person from then on', async () => {
  const { callPageTool, noteTaint } = await openPage()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('Element', class {})
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelectorAll: () => [] }))
  const ran: string[] = []
  const tool = (effect?: 'irreversible') => ({
    name: `Mail.${effect ?? 'write'}`,
    definition: { description: 'Mails.', run: () => undefined, ...(effect && { effect }) },
    run: async () => ran.push(effect ?? 'write'),
  })
  const call = (one: ReturnType<typeof tool>) => callPageTool(one as never, {})
  expect(await call(tool('irreversible'))).toEqual({ ok: true, result: 1 })
  noteTaint()
  expect(await call(tool())).toEqual({ ok: true, result: 2 })
  // This test has no panel that could show it.
  expect(await call(tool('irreversible'))).toMatchObject({ ok: false })
  expect(ran).toEqual(['irreversible', 'write'])
})
