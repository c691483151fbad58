import { notFound, type PageProps } from '@fw/runtime'
import { Board } from '../../components/board.tsx'
import { boards } from '../../server/cards.api.ts'

const find = async (slug: string) => (await boards()).find((board) => board.slug === slug)

export const meta = async ({ params }: { params: { board: string } }) => ({
  title: (await find(params.board))?.name ?? 'No such board',
})

export default async function OneBoard({ params }: PageProps<'/boards/[board]'>) {
  const board = await find(params.board)
  if (board === undefined) notFound()
  return (
    <>
      <h1>{board.name}</h1>
      <Board board={board.slug} />
    </>
  )
}
