import { Desk } from '../desk.tsx'

export default function Page() {
  return (
    <main>
      <h1>Desks</h1>
      <Desk start={0} />
      <Desk start={10} client:interaction />
    </main>
  )
}
