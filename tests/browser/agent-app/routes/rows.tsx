import { Note, Rows } from '../rows.tsx'

export default function Page() {
  return (
    <main>
      <Note about="a" client:persist />
      <Rows names={['a', 'b', 'c']} />
      <a href="/others">Others</a>
    </main>
  )
}
