/** Skills over MCP: the extension `io.modelcontextprotocol/skills`, read by the official client. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { validate } from 'skills-ref'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { discoverSkills } from '../../../runtime/src/agent.ts'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

const MAIN = `---
name: refunds
description: How to refund an order.
license: MIT
metadata:
  when: A customer wants money back.
  version: "1.2"
---

# Refunds

Fill in templates/letter.md.
`
const FILES: Readonly<Record<string, string | Buffer>> = {
  'refunds/SKILL.md': MAIN,
  'refunds/templates/letter.md': '\uFEFFDear customer,\r\n',
  'refunds/templates/eu/letter.md': 'Lieber Kunde,\n',
  'refunds/scripts/sum.py': 'print(1)\n',
  'refunds/assets/a b.png': Buffer.from([0x89, 0x50, 0xff, 0x00]),
  'refunds/.env': 'SECRET=1',
  'unnamed/SKILL.md': '---\ndescription: Has no name.\n---\nText.\n',
  'hours.md': '---\ndescription: "Opening: hours"\nwhen: Somebody asks.\ntools: [api.shop.hours]\n---\nNine to five.\n',
  'secret.txt': 'Not a skill.',
}

const Entry = z.object({
  uri: z.string(),
  frontmatter: z.record(z.string(), z.unknown()),
  resources: z.array(z.object({ uri: z.string(), digest: z.string(), size: z.number() })),
})
const Listed = z.object({
  skills: z.array(Entry),
  nextCursor: z.string().optional(),
  ttlMs: z.number(),
  cacheScope: z.string(),
})
const Got = z.object({ skill: Entry, ttlMs: z.number(), cacheScope: z.string() })
const Directory = z.object({
  resources: z.array(z.object({ uri: z.string(), name: z.string(), mimeType: z.string() })),
})

let folder: string
let listening: Listening
let client: Client
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fw-skills-'))
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, 'src', path)), { recursive: true })
    writeFileSync(join(folder, 'src', path), content)
  }
  const skills = await discoverSkills(join(folder, 'src'))
  const server = createFwServer({ apis: {}, skills, mcp: { pageSize: 2 }, log: () => undefined })
  listening = await serve(server, { port: 0, drainMs: 50 })
  client = await connect('auto')
})
afterAll(async () => {
  await client.close()
  await listening.close()
  rmSync(folder, { recursive: true })
})

async function connect(mode: 'auto' | 'legacy'): Promise<Client> {
  const made = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await made.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', listening.url)))
  return made
}

async function listAll(): Promise<z.infer<typeof Entry>[]> {
  const first = await client.request({ method: 'skills/list', params: {} }, Listed)
  expect(first.skills).toHaveLength(2)
  expect(first).toMatchObject({ ttlMs: 0, cacheScope: 'private' })
  const { nextCursor: cursor } = first
  const rest = await client.request({ method: 'skills/list', params: { cursor } }, Listed)
  return [...first.skills, ...rest.skills]
}

async function read(uri: string): Promise<{ bytes: Buffer; mimeType: string | undefined }> {
  const [content] = (await client.readResource({ uri })).contents
  const { text, blob = '', mimeType } = (content ?? {}) as { text?: string; blob?: string; mimeType?: string }
  return { bytes: text === undefined ? Buffer.from(blob, 'base64') : Buffer.from(text), mimeType }
}

test('the server declares the extension, and lists every skill with its frontmatter and all its files', async () => {
  expect(client.getServerCapabilities()?.extensions).toEqual({
    'io.modelcontextprotocol/skills': { directoryRead: true },
    'io.modelcontextprotocol/tasks': {},
  })
  const entries = await listAll()
  expect(entries.map(({ uri }) => uri)).toEqual([
    'skill://hours/SKILL.md',
    'skill://refunds/SKILL.md',
    'skill://unnamed/SKILL.md',
  ])
  expect(entries[1]?.frontmatter).toEqual({
    name: 'refunds',
    description: 'How to refund an order.',
    license: 'MIT',
    metadata: { when: 'A customer wants money back.', version: '1.2' },
  })
  expect(entries[1]?.resources.map(({ uri }) => uri)).toEqual([
    'skill://refunds/SKILL.md',
    'skill://refunds/assets/a%20b.png',
    'skill://refunds/scripts/sum.py',
    'skill://refunds/templates/eu/letter.md',
    'skill://refunds/templates/letter.md',
  ])
})

test('a client that verifies every file as the extension demands can load every skill', async () => {
  for (const { uri, frontmatter, resources } of await listAll()) {
    for (const file of resources) {
      const { bytes } = await read(file.uri)
      expect(bytes.length, file.uri).toBe(file.size)
      expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, file.uri).toBe(file.digest)
      const path = join(folder, 'served', decodeURIComponent(file.uri.slice('skill://'.length)))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
    }
    const text = (await read(uri)).bytes.toString()
    expect(parse(text.split('---\n')[1] ?? '')).toEqual(frontmatter)
    expect(await validate(join(folder, 'served', String(frontmatter.name)))).toEqual([])
  }
  expect((await read('skill://refunds/SKILL.md')).bytes.toString()).toBe(MAIN)
  expect((await read('skill://hours/SKILL.md')).bytes.toString()).toContain('\n\nNine to five.\n')
  const types = ['SKILL.md', 'scripts/sum.py', 'assets/a%20b.png'].map((path) => read(`skill://refunds/${path}`))
  expect((await Promise.all(types)).map(({ mimeType }) => mimeType)).toEqual([
    'text/markdown',
    'text/plain',
    'image/png',
  ])
})

test('a skill is returned by its URI, and any other URI is refused', async () => {
  const uri = 'skill://refunds/SKILL.md'
  const { skill } = await client.request({ method: 'skills/get', params: { uri } }, Got)
  expect(skill).toEqual((await listAll())[1])
  for (const other of ['skill://refunds', 'skill://refunds/scripts/sum.py', 'skill://nothing/SKILL.md', 1])
    await expect(client.request({ method: 'skills/get', params: { uri: other } }, Got)).rejects.toMatchObject({
      code: -32602,
    })
})

test.each(['skills/get', 'resources/directory/read', 'resources/read'])('%s reports a missing URI', async (method) => {
  const params = { name: 'refunds' }
  await expect(client.request({ method, params }, Got)).rejects.toMatchObject({
    message: expect.stringContaining('The member "uri" of params must be a string.'),
  })
})

test('a folder lists its files and folders, and any other URI is refused', async () => {
  const list = (uri: unknown, more: object = {}) =>
    client.request({ method: 'resources/directory/read', params: { uri, ...more } }, Directory)
  expect((await list('skill://refunds/templates')).resources).toEqual([
    { uri: 'skill://refunds/templates/eu', name: 'eu', mimeType: 'inode/directory' },
    { uri: 'skill://refunds/templates/letter.md', name: 'letter.md', mimeType: 'text/markdown' },
  ])
  expect((await list('skill://refunds/assets')).resources).toMatchObject([{ name: 'a b.png' }])
  const root = await list('skill://refunds')
  expect(root.resources.map(({ name }) => name)).toEqual(['SKILL.md', 'assets'])
  for (const uri of [
    'skill://',
    'skill:/',
    'skill://refunds/',
    'skill://refunds/SKILL.md',
    'skill://no',
    'file:///etc',
    1,
  ])
    await expect(list(uri), String(uri)).rejects.toMatchObject({ code: -32602 })
})

test('files that do not belong to a skill are not served', async () => {
  for (const path of ['refunds/.env', 'secret.txt', 'refunds/../secret.txt', 'hours.md', 'unnamed/scripts/sum.py'])
    await expect(client.readResource({ uri: `skill://${path}` }), path).rejects.toMatchObject({ code: -32602 })
})

test('a client of 2025 reads the same files, without the extension', async () => {
  const legacy = await connect('legacy')
  expect(legacy.getServerCapabilities()).not.toHaveProperty('extensions')
  const { contents } = await legacy.readResource({ uri: 'skill://refunds/SKILL.md' })
  expect(contents).toMatchObject([{ text: MAIN }])
  await expect(legacy.request({ method: 'skills/list', params: {} }, Listed)).rejects.toMatchObject({ code: -32601 })
  await legacy.close()
})

test('the manifest has no files', async () => {
  const manifest = await (await fetch(`${listening.url}/_fw/manifest`)).text()
  expect(manifest).toContain('How to refund an order.')
  expect(manifest).not.toContain('Dear customer')
})
