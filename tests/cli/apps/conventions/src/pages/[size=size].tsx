import type { PageProps } from '@fw/runtime'

const PIECES: Record<'small' | 'large', number> = { small: 1, large: 10 }

export default function Page({ params }: PageProps<'/[size=size]'>) {
  return <p>Pieces: {PIECES[params.size]}</p>
}
