import { Rows } from '../components/Rows.jsx'

export const meta = { title: 'Rows', description: 'A keyed list.' }

export default function Page() {
  return <Rows />
}
