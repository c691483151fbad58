import { Failing } from '../failing.tsx'

export default function Page() {
  return <Failing />
}
