import { Board } from '../board.tsx'
import { Days } from '../days.tsx'
import { Total } from '../total.tsx'

export default () => (
  <main>
    <Board board="a" />
    <Total board="a" />
    <Days />
    <a href="/other">Other</a>
  </main>
)
