/** What the server of this app knows. The tests change it. */
interface KeptState {
  notes: string[]
  rows: string[]
  total: number
  /** Set while the page has a tally. */
  hasTally: boolean
  seed: number
  /** Values of the radio buttons, and the default one. */
  picks: string[]
  pick: string
  /** Name of the field in each of a list of forms. Empty without the list. */
  field: string
  /** Number of times that data was loaded, by page. */
  loads: Record<string, number>
}

const shared = globalThis as { fwKeptState?: KeptState }

// The compiled pages and the tests load this module each.
shared.fwKeptState ??= {
  notes: [],
  rows: [],
  total: 0,
  hasTally: true,
  seed: 0,
  picks: ['a', 'b'],
  pick: 'a',
  field: '',
  loads: {},
}

export const state: KeptState = shared.fwKeptState
