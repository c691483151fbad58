import { Gestures } from '../gestures.tsx'

export default function Page() {
  return (
    <main>
      <h1>Gestures</h1>
      <Gestures />
    </main>
  )
}
