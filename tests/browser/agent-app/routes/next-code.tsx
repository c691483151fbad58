import { NextDocument } from '../next-document.tsx'

export default function Page() {
  return (
    <main>
      <h1>Pay</h1>
      <NextDocument kind="code" />
    </main>
  )
}
