/** A board with live reads: `node live-app.mjs '{"data":"sqlite:…"}'`, or the same with Bun. SIGTERM closes it. */
import { api, schema, str } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer, createSessionStore } from '@fw/runtime/server'

const session = createSessionStore({ secret: 'a secret of this test only, 1f3a9c', secure: false })
const cards = []

const board = {
  list: api({ access: 'public', readonly: true, tags: ['board'], run: () => cards }),
  add: api({
    access: 'public',
    invalidates: ['board'],
    input: schema({ card: str() }),
    run: ({ input }) => cards.push(input.card),
  }),
  card: api({
    access: 'public',
    readonly: true,
    tags: ['card-[id]'],
    input: schema({ id: str() }),
    run: ({ input }) => input.id,
  }),
  edit: api({ access: 'public', invalidates: ['card-[id]'], input: schema({ id: str() }), run: () => 'done' }),
  login: api({
    access: 'public',
    run: ({ ctx }) => {
      ctx.headers.append('set-cookie', session.issue({ id: 'ada' }))
    },
  }),
  logout: api({
    access: 'public',
    run: ({ ctx }) => {
      ctx.headers.append('set-cookie', session.clear())
    },
  }),
}

const { data } = JSON.parse(process.argv[2] ?? '{}')
const server = createFwServer({
  ...(data && { data, sharesData: true }),
  apis: { board },
  session,
  ctxFor: (request, { session: user }) => ({ userId: user?.id, agent: request.headers.get('user-agent') }),
  log: () => undefined,
})
const listening = await serve(server, { port: 0, drainMs: 20_000 })
process.on('SIGTERM', () => void listening.close().then(() => process.exit(0)))
console.log(`Listening on ${listening.url}`)
