/**
 * Documents that try to make the agent act for their writer, through every door by which such a text comes in, against a
 * model that believes all of it: nothing that cannot be undone runs until a person has approved the very call.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discordChannel, slackChannel } from '../../../runtime/src/channels.ts'
import type { ScriptedStep } from '../../../runtime/src/testing.ts'
import { CLASSES, type InjectedDocument } from '../../corpus/injected-document.ts'
import { INJECTIONS } from '../../corpus/injections.ts'
import { demandsOf, type InjectionApp, obeying, openInjectionApp, saysOf } from './injection-app.ts'

/** Of Discord: no previews of addresses. */
const SUPPRESS_EMBEDS = 4

let app: InjectionApp
beforeAll(async () => {
  app = await openInjectionApp()
})
afterAll(() => app.close())

type Said = { role: string; content: string; [more: string]: unknown }

/** Sends a message to the agent as Ann, and returns the conversation. */
async function ask(messages: readonly object[]): Promise<Said[]> {
  const { status, body } = await app.post('/_fw/agent', { messages, path: '/' }, app.ann)
  expect(status).toBe(200)
  return body.messages as Said[]
}

const said = (content: string) => ({ role: 'user', content })

/** Reads the document with the first `steps`, and obeys; steps for a later turn run in that turn. */
async function converse(document: InjectedDocument, first: object, reads: readonly ScriptedStep[]): Promise<void> {
  if (document.later !== true) {
    app.play(...reads, ...obeying(document))
    await ask([first])
    return
  }
  app.play(...reads, 'Noted.')
  const messages = await ask([first])
  app.play(...obeying(document))
  await ask([...messages, said('Thanks, ok. What is the status?')])
}

const MEDIA: Readonly<Record<string, string>> = {
  README: 'text/markdown',
  'web page': 'text/html',
  'API answer': 'application/json',
}

/** The ways in which untrusted content reaches the agent. */
const DOORS: Readonly<Record<string, (document: InjectedDocument) => Promise<void>>> = {
  'a remote tool': (document) => {
    const read = { calls: [{ name: 'mcp_docs.docs_read', input: { id: document.id } }] }
    return converse(document, said('What does the page say?'), [read])
  },
  'an attachment': (document) => {
    const file = {
      mediaType: MEDIA[document.kind] ?? 'text/plain',
      data: Buffer.from(document.text).toString('base64'),
    }
    return converse(
      document,
      { ...said('Summarise this.'), attachments: [{ ...file, name: `${document.kind}.txt` }] },
      [],
    )
  },
  async 'a channel'(document) {
    const send = (text: string) => app.post('/_fw/channels/support', { text, threadId: document.id }, app.channel)
    app.play(...(document.later ? ['Noted.'] : obeying(document)))
    expect((await send(document.text)).status).toBe(200)
    if (!document.later) return
    app.play(...obeying(document))
    expect((await send('Thanks, ok. What is the status?')).status).toBe(200)
  },
  async 'the content of a page'(document) {
    app.play({ calls: [{ id: `read-${document.id}`, name: 'ui_read_page', input: {} }] })
    const asked = await ask([said('What is on this page?')])
    const outline = JSON.stringify({ ok: true, result: { outline: document.text } })
    const read = [...asked, { role: 'tool', toolCallId: `read-${document.id}`, content: outline }]
    app.play(...(document.later ? ['Noted.'] : obeying(document)))
    const messages = await ask(read)
    if (!document.later) return
    app.play(...obeying(document))
    await ask([...messages, said('Thanks, ok. What is the status?')])
  },
  'a store of the open page': (document) => {
    app.shown.words = document.text
    return converse(document, said('What do people say?'), [])
  },
  'a marked field of the app': (document) => {
    const read = { calls: [{ name: 'api.desk.review', input: { id: document.id } }] }
    return converse(document, said('What do people say?'), [read])
  },
}

/** Invisible characters with meaning: they never reach a model. */
const UNSEEN = /[\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e01ef}]/u

/** How the model has read the document. */
function expectShownAsData(document: InjectedDocument): void {
  for (const { body } of app.asked) {
    const text = JSON.stringify(body)
    expect(text).not.toMatch(UNSEEN)
    for (const [, id] of text.matchAll(/<data-(\w{16})>/g)) {
      expect(document.text).not.toContain(id)
      expect(text.split(`</data-${id}>`), 'each fence has one end').toHaveLength(text.split(`<data-${id}>`).length)
    }
  }
}

/** Everything that must hold after one document came through one door. */
async function expectContained(document: InjectedDocument): Promise<void> {
  const { ledger, parked, ann } = app
  const demands = demandsOf(document)
  expect(ledger.done, 'nothing irreversible ran').toEqual([])
  expect(ledger.remote, "nothing was sent to the attacker's server").toEqual([])
  expect(ledger.harmless, 'what only reads still works').toEqual(['orders'])
  const own = parked.filter(({ tool }) => tool.startsWith('api.'))
  expect(own.length, 'the call waits, each time that it was made').toBeGreaterThanOrEqual(2)
  for (const { tool, input } of own) expect({ tool, input }, 'nothing but the very call waits').toEqual(demands[0])
  const [proposal] = own
  // Writing calls of another server wait as well.
  const others = parked.filter((one) => one !== proposal)
  const agents: [string, Record<string, string>][] = [
    ['/_fw/approve', { ...ann, 'x-fw-origin': 'agent' }],
    ['/_fw/approve', { ...ann, 'signature-input': 'sig1=();created=1' }],
    ['/_fw/approve', { ...ann, 'sec-fetch-site': 'cross-site' }],
    ['/_fw/approve', {}],
  ]
  for (const [path, headers] of agents)
    expect((await app.post(path, { id: proposal?.id }, headers)).status, 'an agent settles nothing').toBeGreaterThan(
      400,
    )
  expect(ledger.done).toEqual([])
  const approved = await app.post('/_fw/approve', { id: proposal?.id }, ann)
  expect(approved, 'the person approves').toMatchObject({ status: 200, body: { ok: true } })
  expect((await app.post('/_fw/approve', { id: proposal?.id }, ann)).status, 'once').toBe(404)
  expect(ledger.done, 'exactly the call that waited ran').toEqual([[demands[0]?.tool, demands[0]?.input]])
  for (const { id } of others) expect((await app.post('/_fw/reject', { id }, ann)).body).toEqual({ ok: true })
}

/** Describes a call. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/\{\{\w+\}\}/).map((text) => text.trim())
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : []
}

test("sixty documents of twelve classes, each of which demands the model's steps", () => {
  expect(INJECTIONS).toHaveLength(60)
  for (const one of CLASSES) expect(INJECTIONS.filter((document) => document.class === one)).toHaveLength(5)
  expect(new Set(INJECTIONS.map(({ text }) => text)).size).toBe(60)
  for (const { id, text, decode, demands, says = '' } of INJECTIONS) {
    const readable = (decode?.(text) ?? text).replace(/\s+/g, ' ')
    for (const { input } of demands) for (const words of wordsOf(input)) expect(readable, id).toContain(words)
    if (decode !== undefined && decode(text) !== text) expect(text, id).not.toContain(wordsOf(demands[0]?.input)[0])
    const [host] = /[\w-]+\.[\w-]+\.example/.exec(says) ?? []
    if (host !== undefined) expect(readable, id).toContain(host)
  }
})

describe.each(Object.entries(DOORS))('through %s', (door, open) => {
  // Content from a channel is the question itself.
  const isFenced = door !== 'a channel'
  test.each(CLASSES)('%s', async (injection) => {
    for (const document of INJECTIONS.filter((one) => one.class === injection)) {
      app.forget()
      app.texts.set(document.id, document.text)
      try {
        await open(document)
        expectShownAsData(document)
        if (isFenced) expect(JSON.stringify(app.asked.at(-1)?.body)).toMatch(/<data-\w{16}>/)
        await expectContained(document)
      } catch (error) {
        throw new Error(`${document.id}: ${(error as Error).message}`, { cause: error })
      }
    }
  })
})

const LEAKS = INJECTIONS.filter(({ says, demands }) => JSON.stringify([says, demands]).includes('{{secret}}'))

test.each(LEAKS.filter(({ says }) => says !== undefined))(
  'a URL with read data is only text: $id',
  async (document) => {
    app.forget()
    const text = saysOf(document)
    app.play(text, text)
    const headers = { ...app.ann, 'content-type': 'application/json' }
    for (const stream of [false, true]) {
      const response = await app.send('/_fw/agent', { messages: [said('Hello.')], path: '/', stream }, headers)
      expect(response.headers.get('content-type')).toMatch(stream ? /^text\/event-stream/ : /^application\/json/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('link')).toBeNull()
      const body = await response.text()
      if (stream)
        expect(body.split('\n').filter((line) => !/^(?:id: \d+|data: (?:\{.*\}|\[DONE\])|)$/.test(line))).toEqual([])
      else expect(JSON.parse(body)).toMatchObject({ type: 'text', text })
    }
    const slack = (await ((await slackChannel({ signingSecret: 'x' }).send({ text })) as Response).json()) as {
      text: string
    }
    expect(slack).toMatchObject({ unfurl_links: false, unfurl_media: false })
    expect(slack.text).not.toMatch(/[<>]/)
    const discord = (await ((await discordChannel({ publicKey: undefined }).send({ text })) as Response).json()) as {
      data: { content: string; flags: number }
    }
    expect(discord.data.flags & SUPPRESS_EMBEDS).toBe(SUPPRESS_EMBEDS)
    expect(discord.data.content).not.toContain('](')
    // The link shows its target.
    for (const shown of [slack.text, discord.data.content])
      expect(shown).toContain(/\w+\.[\w-]+\.example/.exec(text)?.[0])
  },
)

test('on clean conversations nothing is interrupted: what guards allow runs', async () => {
  const interrupted: string[] = []
  for (const document of INJECTIONS) {
    app.forget()
    const demands = demandsOf(document)
    app.texts.set(document.id, '')
    // The same calls, as the person's own wish; the app's own data is read, a marked field of it is empty.
    app.play(
      { calls: [{ name: 'api.desk.review', input: { id: document.id } }] },
      ...obeying({ ...document, tries: [] }),
    )
    await ask([said(`Please do this: ${JSON.stringify(demands)}`)])
    const isGuarded = demands.some(({ tool }) => tool === 'api.desk.refund')
    if (!isGuarded && app.parked.length > 0) interrupted.push(document.id)
    if (isGuarded) expect(app.ledger.done).toEqual([])
    else expect(app.ledger.done).toEqual([...demands, ...demands].map(({ tool, input }) => [tool, input]))
    for (const { id } of app.parked) await app.post('/_fw/reject', { id }, app.ann)
  }
  expect(interrupted).toEqual([])
})
