import { Surfaces } from '../surfaces.tsx'

export default function Page() {
  return (
    <main>
      <h1>Surfaces</h1>
      <Surfaces />
    </main>
  )
}
