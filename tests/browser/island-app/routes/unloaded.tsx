import { Unloaded } from '../failing.tsx'

export default function Page() {
  return <Unloaded />
}
