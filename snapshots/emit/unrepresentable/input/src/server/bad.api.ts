import { api, type Call } from '@fw/runtime'
import type { Money } from '../money.ts'

class Account {
  #secret = 1
  constructor(readonly id: string) {}
  get secret(): number {
    return this.#secret
  }
}

interface Kinds {
  callback: () => void
  key: symbol
  later: Promise<string>
  matcher: RegExp
  floats: Float64Array
  error: Error
  account: Account
  byNumber: Map<number, string>
  nothing: undefined[]
  impossible: [never]
  spread: [...string[], number]
}

export const kinds = api({ run: async ({ input }: Call<Kinds>) => ({ keys: Object.keys(input).length }) })

interface Line {
  price: Money
}

/** The same member by three paths. */
export const paths = api({
  run: async ({ input }: Call<{ lines: Line[]; total: Money; byName: Record<string, Line> }>) => ({ n: input.lines.length }),
})

export const outputs = api({ run: async (): Promise<{ total: Money }[]> => [] })

export const nothing = api({ run: async () => {} })

export const maybe = api({ run: async (): Promise<{ id: string } | undefined> => undefined })

function generic<Value>() {
  return api<{ value: Value }, null>({ run: async () => null })
}

export const any = api({ run: async ({ input }: Call<{ a: any; b: { c: unknown }[] }>) => ({ ok: input.a === 1 }) })

export const list = api({ run: async ({ input }: Call<string[]>) => ({ n: input.length }) })

interface Endless {
  next: Endless
}

type Growing<Value> = { value: Value; more?: Growing<Value[]> }

export const endless = api<Endless, null>({ run: async () => null })

export const growing = api<Growing<string>, null>({ run: async () => null })

export const unused = typeof generic
