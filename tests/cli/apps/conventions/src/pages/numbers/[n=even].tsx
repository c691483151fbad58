import type { PageProps } from '@fw/runtime'

export default function Page({ params }: PageProps<'/numbers/[n=even]'>) {
  return <p>Even: {params.n}</p>
}
