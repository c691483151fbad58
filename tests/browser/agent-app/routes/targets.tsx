import { Targets } from '../targets.tsx'

export default function Page() {
  return (
    <main>
      <h1>Targets</h1>
      <Targets />
    </main>
  )
}
