import { Declared } from '../declared.tsx'

export default function Page() {
  return (
    <main>
      <h1>Declared</h1>
      <Declared tool="paying" api="pay" />
      <Declared tool="refused" api="never" />
      <Declared tool="cold" api="never" client:interaction />
    </main>
  )
}
