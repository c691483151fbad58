import { api, type Call } from '@fw/runtime'
import type { Address, Sized } from '../shapes.ts'

interface Named {
  name: string
}

interface Person extends Named {
  readonly age: number
  nick?: string
  email: string | undefined
}

export const inheritance = api<Person, null>({ run: async () => null })

export const imported = api<{ address: Address; other?: import('../shapes.ts').Address }, null>({
  run: async () => null,
})

export const merged = api<Named & { size: number } & Partial<Sized>, null>({ run: async () => null })

export const utilities = api<
  {
    picked: Pick<Person, 'name' | 'age'>
    omitted: Omit<Person, 'age' | 'email'>
    required: Required<Sized>
    readonly: Readonly<Named>
    record: Record<'a' | 'b', number>
    open: Record<string, boolean>
    partial: Partial<Record<'x' | 'y', string>>
  },
  null
>({ run: async () => null })

interface Page<Item> {
  items: Item[]
  next?: string
}

export const generics = api<{ people: Page<Named>; numbers: Page<number> }, null>({ run: async () => null })

export const signatures = api<
  { known: number; [key: string]: number },
  { [key: `data-${string}`]: string; [index: number]: boolean }
>({ run: async () => ({}) })

type Flags<Keys extends string> = { [Key in Keys as `is${Capitalize<Key>}`]?: boolean }
type Unwrap<Value> = Value extends Promise<infer Inner> ? Inner : Value

export const mapped = api<Flags<'new' | 'sold'> & { id: Unwrap<Promise<number>> }, null>({ run: async () => null })

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

export const plainClass = api({ run: async ({ input }: Call<{ at: Point }>) => new Point(input.at.y, input.at.x) })

export const anyObject = api<{ meta: object; never?: never }, null>({ run: async () => null })
