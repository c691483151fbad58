import { gate } from '../gates.ts'

export const meta = { title: 'Slow' }

export default async function Slow() {
  await gate('slow')
  return <h1>Slow</h1>
}
