/** `fw build --target cloudflare` in workerd, the runtime of Cloudflare Workers. */
import { afterAll, beforeAll, describe } from 'vitest'
import { HOST, SENDER, type TestWorkerd } from '../servers/workerd.ts'
import { listWorkerFiles, startWorker } from './cloudflare-app.ts'
import { buildTarget, removeBuild, SECRET } from './target-app.ts'
import { testTranscript } from './transcript.ts'

let folder: string
let workerd: TestWorkerd
beforeAll(async () => {
  folder = await buildTarget('cloudflare', '', listWorkerFiles())
  workerd = await startWorker(folder, { SESSION_SECRET: SECRET, GREETING: 'hello' })
}, 120_000)
afterAll(async () => {
  await workerd?.close()
  removeBuild(folder)
})

describe('the shop in workerd', () => {
  testTranscript(() => ({
    send: (path, init) => fetch(workerd.url + path, { redirect: 'manual', ...init }),
    origin: `https://${HOST}`,
    sender: SENDER,
  }))
})
