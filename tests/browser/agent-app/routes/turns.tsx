import { Turns } from '../turns.tsx'

export default function Page() {
  return (
    <main>
      <h1>Turns</h1>
      <Turns />
    </main>
  )
}
