import { api, redirect, schema, str } from '@fw/runtime'

/** What has run, and the origin of the other site. Set by the tests. */
export const state = { other: '', runs: [] as string[] }

const order = schema({ order: str() })

export const pay = api({
  description: 'Pays at the provider.',
  input: order,
  run: ({ input }) => {
    state.runs.push(`pay ${input.order}`)
    redirect(`${state.other}/checkout?order=${input.order}`, { external: true })
  },
})

export const hop = api({
  description: 'Pays, by a page of this site that redirects to the provider.',
  input: order,
  run: ({ input }) => {
    state.runs.push(`hop ${input.order}`)
    redirect(`/leave?order=${input.order}`)
  },
})

export const rule = api({
  description: 'Pays, by a rule of the configuration that redirects to the provider.',
  input: order,
  leadsTo: () => '/go',
  run: ({ input }) => {
    state.runs.push(`rule ${input.order}`)
  },
})

export const enter = api({
  description: 'Signs in, and continues at another site.',
  input: schema({ user: str() }),
  run: ({ input, ctx }) => {
    state.runs.push(`enter ${input.user}`)
    ctx.headers.append('set-cookie', `user=${input.user}; Path=/`)
    redirect(`${state.other}/dashboard`, { external: true })
  },
})
