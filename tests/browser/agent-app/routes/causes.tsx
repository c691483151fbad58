import { Causes } from '../causes.tsx'

export default function Page() {
  return (
    <main>
      <h1>Causes</h1>
      <a href="/arrival">Arrive</a>
      <Causes />
    </main>
  )
}
