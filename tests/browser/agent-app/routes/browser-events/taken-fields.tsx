import { TakenFields } from '../../browser-events/taken-fields.tsx'

export default function Page() {
  return (
    <main>
      <h1>Taken fields</h1>
      <TakenFields />
    </main>
  )
}
