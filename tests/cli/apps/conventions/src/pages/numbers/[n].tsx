import { href, type PageProps } from '@fw/runtime'

export default function Page({ params }: PageProps<'/numbers/[n]'>) {
  return <a href={href('/numbers/[n=even]', { n: Number(params.n) * 2 })}>Not even</a>
}
