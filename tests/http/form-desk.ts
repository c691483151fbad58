/** Set-up for tests of forms: the app of `form-app.ts` with its options, and form posts like a browser's. */
import { createSessionStore, type FwServerOptions } from '../../runtime/src/server.ts'
import { compileRoutes } from '../runtime/page/compiled-routes.ts'
import { FORM_APP } from './form-app.ts'
import type { Client } from './transports.ts'

interface Desk {
  log: [string, unknown][]
  gate: { open: Promise<void> }
}

/** Compiles the app. Each file of tests has its own, which it closes. */
export async function openFormDesk() {
  const app = compileRoutes(FORM_APP)
  const desk = (await app.load('server/desk.api.ts')) as unknown as Desk & Record<string, unknown>
  const session = createSessionStore<{ user: string }>({ secret: 'a-secret-of-the-tests' })
  const options: FwServerOptions = {
    ...app.options,
    apis: { desk },
    session,
    ctxFor: (_request, { session: data }) => ({
      userId: (data as { user?: string } | undefined)?.user,
      issue: (user: string) => session.issue({ user }),
    }),
    production: true,
  }
  return { desk, session, options, close: () => app.close() }
}

/** Headers of a browser that posts a form of one of the app's own pages. */
export const SAME = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }

/** Posts a form as a browser does. */
export const postForm = ({ request }: Client, fields: string, headers: Record<string, string> = SAME, path = '/') =>
  request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: fields,
  })

/** Fields of a form that is accepted. */
export const GOOD = 'fw:tool=api.desk.order&name=Ann&count=2'
