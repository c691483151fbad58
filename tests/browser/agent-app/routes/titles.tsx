import { Titles } from '../titles.tsx'

export default function Page() {
  return (
    <main>
      <h1>Titles</h1>
      <Titles />
    </main>
  )
}
