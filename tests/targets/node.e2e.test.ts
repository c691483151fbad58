/** `fw build --target node` and `bun`: one bundle, which `fw start` serves on the framework's own hosts. */
import { afterAll, beforeAll, describe } from 'vitest'
import { FW } from '../playground/built-example.ts'
import { RUNTIMES } from '../servers/runtimes.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { SOCKET_FILES, testSockets } from './server-transcript.ts'
import { buildTarget, removeBuild } from './target-app.ts'
import { testTranscript } from './transcript.ts'

describe.each(RUNTIMES)('on %s', (name, program) => {
  let folder: string
  let server: ServerProcess
  beforeAll(async () => {
    folder = await buildTarget(name.toLowerCase(), '', SOCKET_FILES)
    server = await startProcess([program, FW, 'start', '--port', '0'], folder)
  })
  afterAll(async () => {
    await server.stop()
    removeBuild(folder)
  })
  testTranscript(() => server)
  testSockets(() => server)
})
