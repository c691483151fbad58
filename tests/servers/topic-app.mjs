/**
 * An app with WebSocket topics on the built packages: `node topic-app.mjs <data> [shared]`. Prints its URL. With `publish
 * <topic> <message>` in place of `shared` it publishes, as a command of the app does, and ends.
 */
import { api, schema, str } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer, publish } from '@fw/runtime/server'

const [data, mode, topic, message] = process.argv.slice(2)
const websocket = {
  path: '/live',
  open: (socket) => socket.subscribe('news'),
  message(socket, text) {
    socket.publish('news', text)
    socket.send('published')
  },
}
const say = api({
  description: 'Publishes.',
  input: schema({ text: str() }),
  run: async ({ input }) => {
    await publish('news', input.text)
    return 'published'
  },
})
const server = createFwServer({
  data,
  websocket,
  sharesData: mode === 'shared',
  log: () => undefined,
  apis: { news: { say } },
  onAudit: ({ tool }) => publish('news', `audit of ${tool}`),
})
if (mode === 'publish') {
  await publish(topic, message)
  await server.close()
} else {
  const listening = await serve(server, { port: 0 })
  console.log(`Listening on ${listening.url}`)
}
