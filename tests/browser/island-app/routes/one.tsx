import { Counter } from '../counter.tsx'

export default function Page() {
  return <Counter start={1} />
}
