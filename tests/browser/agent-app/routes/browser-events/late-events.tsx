import { LateEvents } from '../../browser-events/late-events.tsx'

export default function Page() {
  return (
    <main>
      <h1>Late events</h1>
      <LateEvents />
    </main>
  )
}
