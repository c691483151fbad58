import { api } from '@fw/runtime'

export const arrays = api<{ a: string[]; b: readonly number[]; c: ReadonlyArray<boolean>; d: string[][] }, null>({
  run: async () => null,
})

export const tuples = api<
  {
    pair: [string, number]
    labelled: readonly [from: number, to?: number]
    rest: [string, ...number[]]
    mixed: [string, 123, boolean?, ...number[]]
    empty: []
  },
  null
>({ run: async () => null })

export const narrowed = api<{ list: [number, ...number[]] & number[] }, [string, Date]>({
  run: async () => ['now', new Date(0)],
})
