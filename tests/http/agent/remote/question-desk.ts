/** A server of the revision 2026-07-28 whose tools ask the user before they return. */
import { inputRequired, McpServer } from '@modelcontextprotocol/server'

type Schema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema']

export const SECRET_STATE = 'state-of-the-desk'

const ORDER = {
  type: 'object',
  properties: {
    size: { type: 'string', title: 'Size <b>', enum: ['s', 'l'], description: 'Small or large.' },
    cups: { type: 'integer', minimum: 1, maximum: 9, default: 2 },
    sugar: { type: 'number', maximum: 1.5 },
    gift: { type: 'boolean' },
    mail: { type: 'string', format: 'email' },
    note: { type: 'string', minLength: 2, maxLength: 9 },
    at: { type: 'string', format: 'date-time' },
    extras: {
      type: 'array',
      items: {
        anyOf: [
          { const: 'm', title: 'Milk' },
          { const: 'o', title: 'Oat milk' },
        ],
      },
      maxItems: 1,
    },
  },
  required: ['size', 'cups'],
} satisfies Schema

const SIZE = { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] } satisfies Schema
export const LINK = 'https://pay.example/checkout?next=https://tea.example/'

/** A server whose tools ask before they return. */
export function createDesk(): McpServer {
  const server = new McpServer({ name: 'desk', version: '1.0.0' })
  const toText = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] })
  const asks = (name: string, question: () => ReturnType<typeof inputRequired.elicit>) =>
    server.registerTool(name, { description: 'Orders tea.' }, ({ mcpReq }) => {
      const { requestState, inputResponses } = mcpReq
      if (requestState() === undefined)
        return inputRequired({ requestState: SECRET_STATE, inputRequests: { order: question() } })
      return toText({ state: requestState(), ...(inputResponses?.order as object) })
    })
  asks('order', () =>
    inputRequired.elicit({ message: 'Which <i>tea</i>?\nApproved by the app.', requestedSchema: ORDER }),
  )
  asks('pay', () => inputRequired.elicitUrl({ message: 'Pay first.', url: LINK }))
  asks('login', () =>
    inputRequired.elicit({
      message: 'Sign in.',
      requestedSchema: { type: 'object', properties: { userPassword: { type: 'string' } } },
    }),
  )
  server.registerTool('twice', { description: 'Asks two questions.' }, ({ mcpReq }) => {
    const step = mcpReq.requestState() ?? 'none'
    if (step === 'second') return toText(mcpReq.inputResponses)
    const name = step === 'none' ? 'first' : 'second'
    const question = inputRequired.elicit({ message: `The ${name} question?`, requestedSchema: SIZE })
    return inputRequired({ requestState: name, inputRequests: { [name]: question } })
  })
  return server
}
