import { createSessionStore } from '@fw/runtime/server'

const secret = 'a secret of these tests only'

createSessionStore<{ at: Date }>({ secret }) // error TS2345
createSessionStore<{ cart: { items: Map<string, number> } }>({ secret }) // error TS2345
createSessionStore<{ total: bigint }>({ secret }) // error TS2345
createSessionStore<{ name: string; rename(name: string): void }>({ secret }) // error TS2345
createSessionStore<{ id: string }>({ secret }).issue({ id: 7 }) // error TS2322
createSessionStore({}) // error TS2741
