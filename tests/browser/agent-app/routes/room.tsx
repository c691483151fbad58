import { Room } from '../room.tsx'

export default function Page() {
  return (
    <main>
      <Room />
    </main>
  )
}
