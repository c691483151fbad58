/** What an app does on every platform that runs it as a function, in several instances at the same time. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { FunctionInstance } from './function-instance.ts'
import { SCHEDULE_FILES, SECRET } from './target-app.ts'
import { testTranscript } from './transcript.ts'

export interface FunctionPlatform {
  /** Sends a request to `FUNCTION_ORIGIN`, from the address `sender` (default `FUNCTION_SENDER`). */
  send(path: string, init?: RequestInit, sender?: string): Promise<Response>
  /** Instances of the function that handles requests. */
  readonly instances: readonly FunctionInstance[]
  close(): Promise<void>
}

/** Domain of the app on the platforms. */
export const FUNCTION_ORIGIN = 'https://shop.example'
export const FUNCTION_SENDER = '198.51.100.20'

/** Field of the configuration with which the instances read the URL of their data store. */
export const FUNCTION_DATA = "data: process.env.DATA_URL as 'memory',"

/** Files of the app. */
export const FUNCTION_FILES: Readonly<Record<string, string>> = {
  ...SCHEDULE_FILES,
  'public/assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

/** Returns the environment of the instances. */
export function createFunctionEnv(database: string, data: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, GREETING: 'hello', SESSION_SECRET: SECRET, SHOP_DB: database, DATA_URL: data }
}

/** Declares the tests, for two instances. `platform` is known once they run. */
export function testFunction(platform: () => FunctionPlatform): void {
  const send: FunctionPlatform['send'] = (...call) => platform().send(...call)
  const listFrozen = () => platform().instances.map((instance) => instance.isFrozen())

  testTranscript(() => ({ origin: FUNCTION_ORIGIN, sender: FUNCTION_SENDER, send }))

  test('limits another address separately', async () => {
    expect((await send('/limited')).status).toBe(429)
    expect((await send('/limited', {}, '198.51.100.21')).status).toBe(200)
  })

  test('continues while announced work runs, and is stopped after it', async () => {
    await expect.poll(listFrozen).toEqual([true, true])
    await (await send('/later', { method: 'POST', headers: { origin: FUNCTION_ORIGIN } })).text()
    await pause(100)
    expect(listFrozen().sort()).toEqual([false, true])
    await expect.poll(listFrozen).toEqual([true, true])
  })

  test('responds to a missing file with the page of the app, which no rule makes immutable', async () => {
    const missing = await send('/assets/missing-0123abcd.js')
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(missing.headers.get('cache-control')).not.toContain('immutable')
  })
}
