import { notFound, type PageProps, redirect } from '@fw/runtime'
import { listCards } from '../board.api.ts'
import { state } from '../state.ts'

export const live = true

export default async ({ ctx }: PageProps) => {
  const cards = await listCards()
  if (state.isGone) return notFound()
  if (cards.some(({ id }) => id === 'moved')) return redirect('/still')
  return (
    <main>
      <p class="user">{ctx.headers.get('x-user') ?? 'nobody'}</p>
      <p class="count">{cards.length}</p>
      <input name="draft" />
    </main>
  )
}
