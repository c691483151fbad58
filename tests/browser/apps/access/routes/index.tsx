import { Tray } from '../tray.tsx'

export default function Page() {
  return (
    <main>
      <h1>Tray</h1>
      <Tray />
    </main>
  )
}
