import { Search } from '../components/Search.jsx'

export const meta = { title: 'Cups', description: 'An island that calls an api.' }

export default function Page() {
  return <Search />
}
