import { EventEmitter, on } from 'node:events'
import * as v from 'valibot'
import { command, getRequestEvent, query } from '$app/server'
import { listCards, moveCard, STATUSES } from '../../../board-cards.mjs'

const changes = new EventEmitter().setMaxListeners(0)
const Move = v.object({ board: v.string(), id: v.pipe(v.number(), v.integer()), status: v.picklist(STATUSES) })

/** Sends the cards, and again after each change. Subscribes before it reads, so that no change is missed. */
export const followCards = query.live(v.string(), async function* (board) {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, getRequestEvent().request.signal])
  const changed = on(changes, board, { signal })
  try {
    yield listCards(board)
    for await (const _ of changed) yield listCards(board)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stop.abort()
  }
})

/** The streams of all browsers carry the new cards, that of the caller too. */
export const move = command(Move, (input) => {
  const card = moveCard(input)
  changes.emit(input.board)
  return card
})

export const getCards = query(v.string(), (board) => listCards(board))

/** The response carries the new cards. Other browsers aren't told. */
export const moveAndRefresh = command(Move, (input) => {
  const card = moveCard(input)
  getCards(input.board).refresh()
  return card
})
