// Starts dev for the app named by the first argument, sends its URL to the parent and stops when told.
import { createDevServer } from '@fw/compiler/dev'

const server = await createDevServer({ root: process.argv[2], port: 0, log: (line) => console.log(line) })
process.send(server.url)
process.on('message', async () => {
  await server.close()
  process.disconnect()
})
