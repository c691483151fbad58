import { Reactions } from '../../browser-events/reactions.tsx'

export default function Page() {
  return (
    <main>
      <h1>Reactions</h1>
      <Reactions />
    </main>
  )
}
