import * as fw from '@fw/runtime'
import { api, type Call, schema, str } from '@fw/runtime'
import { find, type SearchCall } from '../search.ts'

interface Input {
  q: string
}

export const annotated = api({ run: async ({ input }: Call<Input>) => ({ q: input.q }) })

export const typeArguments = api<Input, { q: string }>({ run: async ({ input }) => ({ q: input.q, extra: 1 }) })

export const aliased = api({ run: async ({ input }: SearchCall<string>) => [input.q] })

export const inline = api({ run: async (call: { input: Input; ctx: fw.Ctx }) => call.input.q.length })

export const method = api({
  async run({ input }: Call<Input>): Promise<readonly [q: string]> {
    return [input.q]
  },
})

export const elsewhere = api({ run: find })

export const namespace = fw.api({ run: async (call: fw.Call<Input>) => call.input.q })

export const built = api({ input: schema({ q: str() }), run: async ({ input }) => ({ q: input.q }) })

export const builtBoth = api({ input: schema({ q: str() }), output: schema({ q: str() }), run: async ({ input }) => input })

export const none = api({ run: async () => 'fixed' })

export const onlyCtx = api({ run: async ({ ctx }) => ctx.scopes?.length ?? 0 })

export const bareCall = api({ run: async ({ ctx }: Call) => (ctx.scopes === undefined ? null : true) })

export const synchronous = api({ run: ({ input }: Call<Input>) => input.q === '' })

const GUARD = 'confirm'

export const guarded = api({ guard: GUARD, scopes: ['a', `b`], effect: 'irreversible', run: () => null })

export const perCall = api({ guard: ({ origin }) => (origin === 'agent' ? 'confirm' : 'auto'), run: () => null })

export type { Input }
