import { api, type Call, type Int } from '@fw/runtime'

interface Everything {
  at: Date
  big: bigint
  link: URL
  bytes: Uint8Array
  tags: Set<string>
  counts: Map<string, Int>
  dates?: ReadonlySet<Date>
  nested: ReadonlyMap<string, { at: Date | null }>
}

export const everything = api({ run: async ({ input }: Call<Everything>): Promise<Everything> => input })

export const inferred = api({ run: async () => ({ at: new Date(0), host: new URL('https://shop.example').host }) })
