import { api, type Call, type Int, int, schema, str } from '@fw/runtime'

interface Every {
  on: Date
  amount: bigint
  link: URL
  file: Uint8Array
  tags: Set<string>
  times: Map<string, Date>
  rows: { at?: Date; size: Int }[]
  /** @default "plain" */
  mode?: 'plain' | 'fancy'
}

/** Returns its input, with the names of its types. */
export const echo = api({
  access: 'public',
  run: async ({ input }: Call<Every>): Promise<Every & { types: string[] }> => ({
    ...input,
    types: [input.on, input.amount, input.link, input.file, input.tags, input.times].map((value) =>
      Object.prototype.toString.call(value),
    ),
  }),
})

interface Upload {
  name: string
  bytes: Uint8Array
}

/** Measures files. */
export const measure = api({
  access: 'public',
  run: async ({ input }: Call<{ files: Upload[] }>): Promise<{ sizes: Int[]; sum: Int }> => {
    const sizes = input.files.map(({ bytes }) => bytes.length)
    const sum = input.files.flatMap(({ bytes }) => [...bytes]).reduce((total, byte) => total + byte, 0)
    return { sizes, sum }
  },
})

/** Reserves a table. */
export const book = api({
  access: 'public',
  input: schema({ name: str({ min: 1 }), guests: int({ min: 1 }).default(2) }),
  output: schema({ text: str() }),
  run: async ({ input }) => ({ text: `${input.guests} for ${input.name}` }),
})

/** Waits, so that a test can abort it. */
export const wait = api({
  access: 'public',
  run: async ({ input, signal }: Call<{ ms: Int }>): Promise<{ aborted: boolean }> => {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, input.ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve(undefined)
      })
    })
    return { aborted: signal.aborted }
  },
})
