import { Loads } from '../loads.tsx'

export default function Page() {
  return (
    <main>
      <h1>Loads</h1>
      <Loads />
      <form action="/loads" aria-label="Find">
        <button type="submit">find</button>
      </form>
    </main>
  )
}
