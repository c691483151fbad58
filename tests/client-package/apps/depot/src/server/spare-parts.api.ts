import { api, type Call, FwError, type Int } from '@fw/runtime'

/** A spare part. */
export interface Part {
  sku: string
  pieces: Int
  added: Date
}

interface Filter {
  words?: string[]
  since?: Date
  owner?: { name: string; active?: boolean }
  limit?: Int
}

const parts = new Map<string, Part>([['bolt', { sku: 'bolt', pieces: 4, added: new Date('2026-01-02T03:04:05Z') }]])

/** Lists parts, and repeats the filter. */
export const list = api({
  access: 'public',
  readonly: true,
  http: 'GET /v1/parts',
  cors: ['PAGE_ORIGIN'],
  run: async ({ input }: Call<Filter>): Promise<{ parts: Part[]; filter: Filter }> => ({
    parts: [...parts.values()].filter(({ added }) => input.since === undefined || added >= input.since),
    filter: input,
  }),
})

/** Puts a part on the shelf. */
export const put = api({
  access: { scopes: ['parts:write'] },
  http: 'PUT /v1/parts/[sku]',
  status: 201,
  cors: ['PAGE_ORIGIN'],
  run: async ({ input }: Call<{ sku: string; pieces: Int; added?: Date }>): Promise<Part> => {
    if (input.pieces > 100)
      throw new FwError('shelf_full', { status: 409, message: `The shelf has no room for ${input.pieces} pieces.` })
    const part = { sku: input.sku, pieces: input.pieces, added: input.added ?? new Date(0) }
    parts.set(part.sku, part)
    return part
  },
})

/** Removes a part. */
export const remove = api({
  access: { scopes: ['parts:write'] },
  guard: 'confirm',
  http: 'DELETE /v1/parts/[sku]',
  status: 204,
  run: async ({ input }: Call<{ sku: string }>): Promise<null> => {
    parts.delete(input.sku)
    return null
  },
})

/** Orders a part from the supplier. */
export const order = api({
  access: 'user',
  guard: 'confirm',
  run: async ({ input }: Call<{ sku: string; pieces: Int }>): Promise<Part> => ({
    ...input,
    added: new Date('2027-01-01T00:00:00Z'),
  }),
})

/** Sends a part away. */
export const send = api({
  access: 'public',
  readonly: true,
  http: 'GET /v1/sent/[...path]',
  run: async ({ input }: Call<{ path: string[]; to: string | number }>): Promise<{ path: string[]; to: string }> => ({
    path: input.path,
    to: `${typeof input.to} ${input.to}`,
  }),
})
