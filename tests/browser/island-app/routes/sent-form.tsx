import { SentForm } from '../fields.tsx'

export default function Page() {
  return <SentForm client:interaction />
}
