import { Search } from '../form.tsx'

export default function Page() {
  return <Search client:visible="0px" client:interaction />
}
