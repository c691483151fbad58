/** The app with a scripted model, and its callers. */
import {
  callTool,
  createTestApp,
  renderPage,
  type ScriptedModel,
  scriptedModel,
  type TestApp,
} from '@fw/runtime/testing'
import session from '../src/session.ts'

/** A desk whose model replies as the test says. */
export interface Desk {
  readonly app: TestApp
  readonly model: ScriptedModel
  /** Cookie of a member of staff. */
  readonly cookie: string
  /** Sends a message to the agent, and returns its reply. */
  ask(content: string, threadId?: string): Promise<Turn>
  /** Approves a pending call as this member of staff. */
  approve(id: string): Promise<{ readonly status: number; readonly body: unknown }>
  /** Rejects a pending call as this member of staff. */
  reject(id: string): Promise<void>
  /** Reads a ticket as staff. */
  read(id: number): Promise<Ticket>
  close(): Promise<void>
}

interface Turn {
  readonly type: string
  readonly text: string
  readonly tainted?: boolean
  readonly proposals: readonly { readonly id: string; readonly tool: string }[]
}

interface Ticket {
  readonly status: string
  readonly draft: string
  readonly messages: readonly { readonly author: string; readonly text: string }[]
  readonly refunds: readonly unknown[]
  readonly facts: readonly { readonly text: string }[]
}

export async function openDesk(): Promise<Desk> {
  const model = await scriptedModel()
  Object.assign(process.env, model.env())
  const app = await createTestApp()
  const cookie = session.issue({ userId: 'ann', name: 'Ann', scopes: ['staff'] }).split(';')[0] ?? ''
  const post = (path: string, body: object) =>
    app.fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      }),
    )
  return {
    app,
    model,
    cookie,
    async ask(content, threadId) {
      const messages = [{ role: 'user', content }]
      const response = await post('/_fw/agent', { messages, path: '/', ...(threadId !== undefined && { threadId }) })
      return (await response.json()) as Turn // the reply of an agent
    },
    async approve(id) {
      const response = await post('/_fw/approve', { id })
      return { status: response.status, body: await response.json() }
    },
    async reject(id) {
      await post('/_fw/reject', { id })
    },
    async read(id) {
      const outcome = await callTool(app, 'api.tickets.get', { id }, { cookie })
      if (!outcome.ok) throw new Error(outcome.error)
      return outcome.result as Ticket // its output
    },
    async close() {
      await app.close()
      await model.close()
    },
  }
}

interface Opened {
  readonly id: number
  /** The page of the customer. */
  readonly path: string
  readonly email: string
}

let customers = 0

/** Opens a ticket as a customer does, with an address of its own unless one is given. */
export async function openTicket(
  { app }: Desk,
  text: string,
  email = `customer-${++customers}@mail.example`,
): Promise<Opened> {
  const written = await callTool(app, 'api.contact.write', { name: 'A customer', email, text })
  if (!written.ok) throw new Error(written.error)
  const { ticket: id, path } = written.result as { readonly ticket: number; readonly path: string } // its output
  return { id, path, email }
}

export async function readText({ app, cookie }: Desk, path: string): Promise<string> {
  return (await renderPage(app, path, { cookie })).html
}
