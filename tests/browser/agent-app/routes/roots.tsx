import { Roots } from '../roots.tsx'

export default function Page() {
  return (
    <main>
      <h1>Roots</h1>
      <Roots />
    </main>
  )
}
