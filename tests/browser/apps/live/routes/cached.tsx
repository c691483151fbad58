import { Board } from '../board.tsx'

/** No write of this app invalidates it, so visitors get old cards. */
export const cache = { scope: 'public', sharedMaxAge: 600, tags: ['page'] }

export default () => (
  <main>
    <Board board="c" />
  </main>
)
