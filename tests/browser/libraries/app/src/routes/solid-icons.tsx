import { AiFillHome } from 'solid-icons/ai'
import { Bell } from '../components/solid-icons.tsx'

export default () => (
  <>
    <h1>
      <AiFillHome /> Icons
    </h1>
    <Bell />
  </>
)
