import { api, type Call } from '@fw/runtime'
import { addLine, readLines } from '../trace.ts'

export interface Card {
  /** @minLength 1 */
  title: string
}

/** The cards of the board. */
export const listCards = api({
  access: 'public',
  readonly: true,
  tags: ['cards'],
  run: async (): Promise<string[]> => readLines('cards'),
})

/** Adds a card to the board. */
export const addCard = api({
  access: 'public',
  invalidates: ['cards'],
  run: async ({ input }: Call<Card>): Promise<Card> => {
    addLine('cards', input.title)
    return input
  },
  leadsTo: () => '/',
})

/** Pays, once a user has approved it. */
export const pay = api({
  access: 'public',
  guard: 'confirm',
  run: async ({ input }: Call<Card>): Promise<Card> => {
    addLine('paid', input.title)
    return input
  },
})

/** Asks the client for a name. */
export const greet = api({
  access: 'public',
  run: async ({ client }: Call): Promise<{ name: string; process: number }> => {
    const { name } = await client.ask({
      name: {
        method: 'elicitation/create',
        params: {
          message: 'Your name?',
          requestedSchema: { type: 'object', properties: { value: { type: 'string' } } },
        },
      },
    })
    addLine('ran', `greet ${process.pid}`)
    return { name: JSON.stringify(name), process: process.pid }
  },
})

/** Works until it is cancelled. */
export const work = api({
  access: 'public',
  run: async ({ signal, client }: Call): Promise<{ cancelled: boolean }> => {
    addLine('ran', `work ${process.pid}`)
    client.progress(0)
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
    addLine('ran', `cancelled ${process.pid}`)
    return { cancelled: true }
  },
})
