/** Finds the loops of an automaton: positions that lead to each other. */
import type { Automaton } from './automaton.ts'

/** The number of the loop of each position; undefined outside of loops. */
export type Loops = readonly (number | undefined)[]

/** Returns the strongly connected components, by Tarjan's algorithm without recursion. */
export function findLoops(positions: Automaton['positions']): Loops {
  const loops: (number | undefined)[] = positions.map(() => undefined)
  const order = new Map<number, number>()
  const low: number[] = []
  const stack: number[] = []
  const isOnStack = new Set<number>()
  for (const root of positions.keys()) {
    if (order.has(root)) continue
    const path: { readonly at: number; next: number }[] = []
    const enter = (at: number) => {
      low[at] = order.size
      order.set(at, order.size)
      stack.push(at)
      isOnStack.add(at)
      path.push({ at, next: 0 })
    }
    enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { at } = top
      const step = positions[at]?.next[top.next++]
      if (step !== undefined) {
        if (!order.has(step.to)) enter(step.to)
        else if (isOnStack.has(step.to)) low[at] = Math.min(low[at] ?? 0, order.get(step.to) ?? 0)
        continue
      }
      path.pop()
      const parent = path.at(-1)?.at
      if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[at] ?? 0)
      if (low[at] !== order.get(at)) continue
      const members = stack.splice(stack.lastIndexOf(at))
      const isLoop = members.length > 1 || positions[at]?.next.some(({ to }) => to === at) === true
      for (const member of members) {
        isOnStack.delete(member)
        if (isLoop) loops[member] = at
      }
    }
  }
  return loops
}
