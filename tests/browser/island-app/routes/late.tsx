import { Counter } from '../counter.tsx'
import { Late } from '../late.tsx'

export default function Page() {
  return (
    <>
      <Counter label="before" />
      <Late />
      <Counter label="after" client:interaction />
    </>
  )
}
