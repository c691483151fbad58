import { ReactAgain } from '../again.tsx'

export default function Page() {
  return (
    <main>
      <h1>React</h1>
      <ReactAgain />
    </main>
  )
}
