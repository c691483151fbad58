import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createDevApp } from '../../../compiler/src/build/dev-app.ts'

// The app under test reads neither; only the end of an answer counts.
const request = {} as IncomingMessage
const newResponse = () => new EventEmitter() as unknown as ServerResponse

const NOTHING = { handle: () => undefined, upgrade: () => undefined, close: async () => undefined }

function setup() {
  const log: string[] = []
  let made = 0
  const app = createDevApp(async () => {
    const id = ++made
    if (id === 99) throw new Error('broken')
    return { ...NOTHING, handle: () => log.push(`handle ${id}`), close: async () => void log.push(`close ${id}`) }
  })
  return { app, log }
}

test('one instance answers until the sources change, and a stale one closes when its last answer ends', async () => {
  const { app, log } = setup()
  const slow = newResponse()
  await app.handle(request, slow)
  await app.handle(request, newResponse())
  app.markStale()
  await app.handle(request, newResponse())
  expect(log).toEqual(['handle 1', 'handle 1', 'handle 2'])
  slow.emit('close')
  expect(log).toEqual(['handle 1', 'handle 1', 'handle 2'])
})

test('an idle stale instance closes at once', async () => {
  const { app, log } = setup()
  const response = newResponse()
  await app.handle(request, response)
  response.emit('close')
  app.markStale()
  await app.handle(request, newResponse())
  expect(log).toEqual(['handle 1', 'close 1', 'handle 2'])
})

test('an app that cannot be loaded is tried again by the next request', async () => {
  let attempts = 0
  const app = createDevApp(async () => {
    if (++attempts === 1) throw new Error('broken')
    return NOTHING
  })
  await expect(app.handle(request, newResponse())).rejects.toThrow('broken')
  await app.handle(request, newResponse())
  expect(attempts).toBe(2)
})
