import { Views } from '../views.tsx'

export default function Page() {
  return (
    <main>
      <h1>Views</h1>
      <Views />
    </main>
  )
}
