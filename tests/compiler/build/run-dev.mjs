// Starts dev for the app given as first argument, sends its URL to the parent and stops on a message. The second argument is
// `analysisIdleMs`.
import { createDevServer } from '@fw/compiler/dev'

const [, , root, idleMs] = process.argv
const server = await createDevServer({
  root,
  port: 0,
  ...(idleMs && { analysisIdleMs: Number(idleMs) }),
  log: (line) => console.log(line),
})
process.send(server.url)
process.on('message', async () => {
  await server.close()
  process.disconnect()
})
