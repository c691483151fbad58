export const meta = { title: 'Help' }

export default function Home() {
  return <h1>Help</h1>
}
