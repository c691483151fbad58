import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { createDevApp } from '../../../compiler/src/dev/app.ts'

// The tested app reads neither; only the end of a response matters.
const request = {} as IncomingMessage
const newResponse = () => new EventEmitter() as unknown as ServerResponse

const NOTHING = {
  handle: () => undefined,
  upgrade: () => undefined,
  retire: () => undefined,
  close: async () => undefined,
  server: undefined,
}

afterEach(() => void vi.useRealTimers())

function setup() {
  const log: string[] = []
  let made = 0
  const make = async () => {
    const id = ++made
    return { ...NOTHING, handle: () => log.push(`handle ${id}`), close: async () => void log.push(`close ${id}`) }
  }
  const app = createDevApp({ make })
  return { app, log }
}

test('one instance responds until the sources change, and a stale one closes when its last response ends', async () => {
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
  const make = async () => {
    if (++attempts === 1) throw new Error('broken')
    return NOTHING
  }
  const app = createDevApp({ make })
  await expect(app.handle(request, newResponse())).rejects.toThrow('broken')
  await app.handle(request, newResponse())
  expect(attempts).toBe(2)
})

test('an app with activity of its own is loaded without a request, and again after an edit', async () => {
  vi.useFakeTimers()
  const log: string[] = []
  const state = { made: 0, isNeeded: true, breaks: false }
  const app = createDevApp({
    async make() {
      const id = ++state.made
      if (state.breaks) throw new Error(`broken ${id}`)
      log.push(`made ${id}`)
      return {
        ...NOTHING,
        retire: () => void log.push(`retired ${id}`),
        close: async () => void log.push(`closed ${id}`),
      }
    },
    isNeeded: () => state.isNeeded,
    onFailure: (error) => void log.push(String(error)),
  })
  const took = async () => {
    await vi.advanceTimersByTimeAsync(1000)
    return log.splice(0)
  }
  app.wake()
  expect(await took()).toEqual(['made 1'])
  // One edit, several files.
  app.markStale()
  app.markStale()
  expect(await took()).toEqual(['retired 1', 'closed 1', 'made 2'])
  state.breaks = true
  app.markStale()
  expect(await took()).toEqual(['retired 2', 'closed 2', 'Error: broken 3'])
  state.breaks = false
  app.markStale()
  expect(await took()).toEqual(['made 4'])
  state.isNeeded = false
  app.markStale()
  expect(await took()).toEqual(['retired 4', 'closed 4'])
  state.isNeeded = true
  app.wake()
  await app.close()
  expect(await took()).toEqual([])
})
