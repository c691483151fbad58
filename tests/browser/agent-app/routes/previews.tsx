import { Previews } from '../previews.tsx'

export default function Page() {
  return (
    <main>
      <h1>Previews</h1>
      <Previews />
    </main>
  )
}
