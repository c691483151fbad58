import { Decisions } from '../decisions.tsx'

export default function Page() {
  return (
    <main>
      <h1>Decisions</h1>
      <Decisions />
    </main>
  )
}
