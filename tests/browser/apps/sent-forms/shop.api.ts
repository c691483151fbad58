import { api, FwError, redirect, schema, str } from '@fw/runtime'

const items = [
  { id: 'milk', name: 'Milk' },
  { id: 'tea', name: 'Tea' },
  { id: 'rice', name: 'Rice' },
]
/** What has run. */
const runs: string[] = []

export const history = api({ description: 'What has run.', run: () => [...runs] })

export const list = api({ description: 'Items.', readonly: true, run: () => items })

export const remove = api({
  description: 'Removes an item.',
  input: schema({ id: str() }),
  run: ({ input }) => {
    const index = items.findIndex(({ id }) => id === input.id)
    if (index < 0) throw new FwError('not_found')
    items.splice(index, 1)
    runs.push(`removed ${input.id}`)
    return true
  },
})

export const save = api({
  description: 'Saves a title.',
  input: schema({ title: str({ min: 3 }), note: str().optional(), kind: str().optional() }),
  run: ({ input }) => {
    if (input.title === 'broken') throw new Error('broken')
    runs.push(`saved ${input.title}`)
    return input.title
  },
})

let message = ''

/** Returns a message once. */
export function takeMessage(): string {
  const taken = message
  message = ''
  return taken
}

export const add = api({
  description: 'Adds an item, and leads to its place in a page that says so once.',
  input: schema({ title: str() }),
  leadsTo: () => '/thanks#place',
  run: ({ input }) => {
    message = `Added ${input.title}`
  },
})

export const pay = api({
  description: 'Pays, and leads to the page of another site.',
  input: schema({ amount: str() }),
  run: ({ input }) => {
    runs.push(`paid ${input.amount}`)
    return redirect(`${(globalThis as { fwTestSite?: string }).fwTestSite}/checkout`, { external: true })
  },
})
