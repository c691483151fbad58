import { api, int, obj, schema, str } from '@fw/runtime'

export const order = api({
  description: 'Orders.',
  input: schema({ name: str({ min: 3 }), count: int({ min: 1 }) }),
  run: ({ input }) => ({ said: `${input.count} for ${input.name}` }),
  leadsTo: () => '/done',
})

export const wipe = api({
  description: 'Wipes the desk.',
  guard: 'confirm',
  input: schema({ name: str({ min: 3 }) }),
  run: ({ input }) => ({ wiped: input.name }),
})

export const keep = api({
  description: 'Keeps a photo.',
  input: schema({ title: str().optional(), photo: obj({ name: str(), type: str(), bytes: str() }) }),
  run: ({ input }) => input.photo,
  leadsTo: ({ input: { photo } }) => `/done?photo=${encodeURIComponent(`${photo.name} ${photo.type} ${photo.bytes}`)}`,
})

let failures = 0

export const fail = api({
  description: 'Fails, and counts how often.',
  run: () => {
    failures += 1
    throw new Error(`failure ${failures}`)
  },
})

export const failed = api({ description: 'How often.', run: () => ({ failures }) })
