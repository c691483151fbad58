import { Trees } from '../trees.tsx'

export default function Page() {
  return (
    <main>
      <h1>Trees</h1>
      <Trees />
    </main>
  )
}
