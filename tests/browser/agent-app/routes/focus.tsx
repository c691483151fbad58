import { Focus } from '../focus.tsx'

export default function Page() {
  return (
    <main>
      <h1>Focus</h1>
      <Focus />
    </main>
  )
}
