/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { brew, list } from '../server/pots.api.ts'

/** A query and a mutation of TanStack Query that call functions of the app. */
export const Pots = island(function Pots(props: { pots: string[] }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } }))
  return (
    <QueryClientProvider client={client}>
      <PotList pots={props.pots} />
    </QueryClientProvider>
  )
})

function PotList({ pots }: { pots: string[] }) {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: ['pots'], queryFn: () => list(), initialData: pots })
  const add = useMutation({
    mutationFn: (tea: string) => brew({ tea }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['pots'] }),
  })
  return (
    <section>
      <ul>
        {data.map((tea, index) => (
          <li key={index}>{tea}</li>
        ))}
      </ul>
      <button type="button" disabled={add.isPending} onClick={() => add.mutate('Oolong')}>
        Brew
      </button>
    </section>
  )
}
