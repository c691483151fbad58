import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelFiles, channelName, channelServerOptions } from '../../compiler/src/vite.ts'
import type { ScriptedModel } from '../../runtime/src/testing.ts'
import { strictModel } from '../support/vendors/strict-model.ts'
import { type AppCopy, copyApp, type Running, startFw } from './support/fixture.ts'

let app: AppCopy
let model: ScriptedModel

beforeAll(async () => {
  app = copyApp('desk')
  model = await strictModel()
  const built = await app.fw('build')
  if (built.code !== 0) throw new Error(built.stderr)
})
afterAll(async () => {
  await model?.close()
  app?.remove()
})

const post = async ({ url }: Running, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const BEARER = { authorization: 'Bearer a-long-secret' }
const hello = { messages: [{ role: 'user', content: 'Hello.' }] }

async function within<Result>(command: string, use: (running: Running) => Promise<Result>): Promise<Result> {
  const running = await startFw(app.root, [command, '--port', '0'], model.env())
  try {
    return await use(running)
  } finally {
    await running.stop('SIGTERM')
  }
}

it('CFG-19 CNV-05 CNV-14 CNV-15 CHN-01 CHN-02 a build serves the agent, the channels and the skills of the app', async () => {
  await within('start', async (running) => {
    const calls = [
      { name: 'api.orders.find', input: { id: 'o1' } },
      { name: 'read_skill', input: { name: 'refunds' } },
    ]
    model.add({ calls }, 'Order o1 is 12.', 'Hello.')
    const { body } = await post(running, '/_fw/agent', hello)
    expect(body).toMatchObject({ type: 'text', text: 'Order o1 is 12.' })
    expect(JSON.stringify(body.messages)).toContain('{\\"id\\":\\"o1\\",\\"total\\":12}')
    expect(JSON.stringify(body.messages)).toContain('Find the order first.')
    const [request] = model.requests
    expect(request?.system.startsWith('Speak like a clerk.')).toBe(true)
    expect(request?.system).toContain('- refunds: How to refund an order. Use it when: A customer wants money back.')
    expect(request?.tools).toEqual(['orders__find', 'read_skill'])
    const asked = await post(running, '/_fw/channels/support', { text: 'Hello.' }, BEARER)
    expect(asked.body).toEqual({ text: 'Hello.' })
    expect((await post(running, '/_fw/channels/team/night', { text: 'Hello.' }, BEARER)).status).toBe(503)
    // Shared code isn't a channel.
    expect((await post(running, '/_fw/channels/_secret', { text: 'Hello.' }, BEARER)).status).toBe(404)
  })
})

it('dev sees a skill that was edited, a channel that came, and an agent that was edited', async () => {
  await within('dev', async (running) => {
    const systemAfter = async () => {
      model.add('Hello.')
      await post(running, '/_fw/agent', hello)
      return model.requests.at(-1)?.system ?? ''
    }
    expect(await systemAfter()).toContain('How to refund an order.')
    writeFileSync(join(app.root, 'src/skills/refunds/SKILL.md'), '---\ndescription: Refunds take a day.\n---\nText.\n')
    await expect.poll(systemAfter).toContain('Refunds take a day.')
    const agent = app.read('src/bots/desk.ts').replace('a clerk', 'a poet')
    writeFileSync(join(app.root, 'src/bots/desk.ts'), agent)
    await expect.poll(systemAfter).toContain('Speak like a poet.')
    const channel = app.read('src/channels/support.ts')
    writeFileSync(join(app.root, 'src/channels/sales.ts'), channel)
    const sales = () => post(running, '/_fw/channels/sales', {}, BEARER)
    await expect.poll(async () => (await sales()).status).toBe(400)
  })
})

it('CHN-28 CHN-29 CHN-30 hosts of their own find the channels, name them and load them', async () => {
  const folder = join(app.root, 'lines')
  mkdirSync(join(folder, 'a'), { recursive: true })
  for (const file of ['one.ts', 'a/two.js', '_shared.ts', 'types.d.ts', 'one.test.ts', 'notes.md'])
    writeFileSync(join(folder, file), '')
  const files = channelFiles(folder)
  expect(files.map((file) => file.slice(folder.length))).toEqual(['/a/two.js', '/one.ts'])
  expect(files.map((file) => channelName(folder, file))).toEqual(['a/two', 'one'])
  expect(channelFiles(join(app.root, 'nothing'))).toEqual([])
  const source = { root: app.root, channelsDir: 'lines' }
  expect(await channelServerOptions(source, async (file) => ({ default: file.slice(folder.length) }))).toEqual({
    channels: { 'a/two': '/a/two.js', one: '/one.ts' },
  })
  await expect(channelServerOptions(source, async () => ({}))).rejects.toThrow('has no default export')
})
