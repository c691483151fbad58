import { Again } from '../again.tsx'

export default function Page() {
  return (
    <main>
      <h1>Again</h1>
      <Again />
    </main>
  )
}
