import { Dial } from '../components/dial.tsx'

export const meta = { title: 'Dial' }

export default function DialPage() {
  return <Dial />
}
