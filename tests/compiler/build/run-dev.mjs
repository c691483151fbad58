// Starts dev for the app given as first argument, sends its URL to the parent and stops on a message.
import { createDevServer } from '@fw/compiler/dev'

const server = await createDevServer({ root: process.argv[2], port: 0, log: (line) => console.log(line) })
process.send(server.url)
process.on('message', async () => {
  await server.close()
  process.disconnect()
})
