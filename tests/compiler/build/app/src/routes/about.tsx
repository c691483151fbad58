import { Card } from '../components/card.tsx'

export const meta = { title: 'About' }

export default function About() {
  return <Card title="About this app" />
}
