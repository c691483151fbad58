import { Fields } from '../fields.tsx'

export default function Page() {
  return <Fields client:interaction />
}
