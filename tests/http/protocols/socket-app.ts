/** A real server for a WebSocket endpoint, on Node. */
import { afterEach } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'

const running: { close(): Promise<void> }[] = []

/** Serves an app until the test ends; resolves to its address. */
export async function start(options: FwServerOptions): Promise<string> {
  const listening = await serve(createFwServer({ log: () => undefined, ...options }), { port: 0, drainMs: 200 })
  running.push(listening)
  return listening.url
}

/** Called by each file that uses this one: files share modules, and hooks belong to the file that registers them. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close()
  })
}

/** A promise that a handler resolves. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>
  resolve(value: Value): void
}

/** See `Deferred`. */
export function deferred<Value = void>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
