import { api } from '@fw/runtime'

enum Size {
  Small = 's',
  Large = 'l',
}

enum Level {
  Low,
  High = 10,
}

const enum Mode {
  On = 'on',
}

interface Circle {
  kind: 'circle'
  radius: number
}

interface Square {
  kind: 'square'
  side: number
}

type Shape = Square | Circle

export const literals = api<
  { sort: 'price' | 'name'; retries: 0 | 1 | 2; on: true; mixed: 'a' | 1 | null; maybe?: 'x' | 'y' },
  null
>({ run: async () => null })

export const enums = api<{ size: Size; level: Level; mode: Mode; one: Size.Large }, null>({ run: async () => null })

export const tagged = api<{ shape: Shape; others: Shape[] }, null>({ run: async () => null })

export const root = api<Shape, null>({ run: async () => null })

export const nullable = api<{ text: string | null; flag: boolean | null; shape: Shape | null; id: string | number }, null>({
  run: async () => null,
})

export const optionalMembers = api<{ a: string; b?: never } | { b: number; a?: undefined }, null>({
  run: async () => null,
})
