import { Reactions } from '../../browser-events/reactions.tsx'
import { Cold } from '../../cold.tsx'

export default function Page() {
  return (
    <main>
      <h1>Reactions</h1>
      <Reactions />
      <div id="cold">
        <Cold client:interaction />
      </div>
    </main>
  )
}
