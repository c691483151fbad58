import { Heavy } from '../server-only.tsx'

export default function Page() {
  return (
    <main>
      <Heavy />
      <Heavy client:only />
    </main>
  )
}
