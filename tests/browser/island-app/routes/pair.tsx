import { Pair } from '../pair.tsx'

export default function Page() {
  return <Pair />
}
