import type { PageProps } from '@fw/runtime'
import { Tally } from '../components/tally.tsx'

export default function Page({ ctx }: PageProps) {
  const { who, origin } = ctx as unknown as { who: string; origin: string }
  return <Tally start={7} who={`${who} ${origin}`} />
}
