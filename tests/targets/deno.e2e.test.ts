/** `fw build --target deno`: the server on `Deno.serve`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DENO } from '../servers/runtimes.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { buildTarget, readCommand, removeBuild } from './target-app.ts'
import { testTranscript } from './transcript.ts'

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = await buildTarget('deno')
  server = await startProcess([DENO, ...readCommand('deno', 'deno run').slice(1)], folder)
})
afterAll(() => removeBuild(folder))

testTranscript(() => server)

test('completes a running request after SIGTERM, and then exits with 0', async () => {
  const response = await server.send('/stream')
  const [stopped, text] = await Promise.all([server.stop(), response.text()])
  expect([stopped.code, text]).toEqual([0, 'step 1\nstep 2\nstep 3\n'])
})
