import { Board } from '../components/Board.jsx'

export const meta = { title: 'Harbour day' }

export default function Page() {
  return <Board board="harbour-day" />
}
