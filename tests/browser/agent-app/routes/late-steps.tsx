import { LateSteps } from '../late-steps.tsx'

export default function Page() {
  return (
    <main>
      <h1>Late steps</h1>
      <LateSteps />
    </main>
  )
}
