/** `fw build --target deno`: the server on `Deno.serve`, and on `node:http` for sockets. */
import { afterAll, beforeAll, describe } from 'vitest'
import { DENO } from '../servers/runtimes.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { SERVER_TIMES, SOCKET_FILES, testRawRequests, testShutdown, testSockets } from './server-transcript.ts'
import { buildTarget, readCommand, removeBuild } from './target-app.ts'
import { testTranscript } from './transcript.ts'

describe.each([
  ['without a WebSocket endpoint', {}],
  ['with a WebSocket endpoint', SOCKET_FILES],
])('an app %s', (_kind, files: Readonly<Record<string, string>>) => {
  const hasSockets = files === SOCKET_FILES
  let folder: string
  let server: ServerProcess
  beforeAll(async () => {
    folder = await buildTarget('deno', SERVER_TIMES, files)
    server = await startProcess([DENO, ...readCommand('deno', 'deno run').slice(1)], folder)
  })
  afterAll(() => {
    server?.child.kill('SIGKILL')
    removeBuild(folder)
  })

  testTranscript(() => server)
  if (hasSockets) {
    testSockets(() => server)
    testRawRequests(() => server)
  }
  testShutdown(() => server, hasSockets)
})
