import { ShelfCount } from '../components/shelf-count.tsx'

export const meta = { title: 'Long' }

export default function Long() {
  return (
    <>
      <div style="height: 200vh">a long way</div>
      <ShelfCount />
      <div style="height: 200vh">and further</div>
    </>
  )
}
