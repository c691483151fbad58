export const meta = { title: 'Cups', description: 'No islands.' }

export default function Page() {
  return <h1>Cups</h1>
}
