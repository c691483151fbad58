import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/solid-query'
import { For, Suspense } from 'solid-js'
import { brew, list } from '../server/pots.api.ts'

/** A query and a mutation of TanStack Query that call functions of the app. */
export function Pots() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  return (
    <QueryClientProvider client={client}>
      <PotList />
    </QueryClientProvider>
  )
}

function PotList() {
  const client = useQueryClient()
  const pots = useQuery(() => ({ queryKey: ['pots'], queryFn: () => list() }))
  const add = useMutation(() => ({
    mutationFn: (tea: string) => brew({ tea }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['pots'] }),
  }))
  return (
    <section>
      <Suspense fallback={<p>Loading</p>}>
        <ul>
          <For each={pots.data}>{(tea) => <li>{tea}</li>}</For>
        </ul>
      </Suspense>
      <button type="button" disabled={add.isPending} onClick={() => add.mutate('Oolong')}>
        Brew
      </button>
    </section>
  )
}
