/**
 * Changes of the page while a call is pending: acts of agents, their slow work, and the content of the island. A call without a
 * preview may depend on any of them.
 */
import { countAgentRuns } from '../agent/agent-runs.ts'
import type { LivePageTool } from '../agent/page-tools.ts'
import { watchAgentWork } from '../calls/continued-work.ts'

interface PageChanges {
  /**
   * Whether the page has changed since the user was last shown the call. Once the call was shown again, changes at a regular pace
   * don't count, because a clock must not prevent the approval.
   */
  hasChanged(): boolean
  /** Whether an agent has acted since, or slow work of an agent has continued, except at a regular pace. */
  hasActed(): boolean
  /** Marks that the user is shown the call again. */
  reset(): void
  /** Ends the watching. */
  stop(): void
}

/** Time in milliseconds after which the page has reacted to the call and its card, for example by closing a menu. */
const REACTION_MS = 500

export function watchPageChanges(tool: LivePageTool): PageChanges {
  let runs = countAgentRuns()
  let content: IslandContent | undefined
  let isShownAgain = false
  const works = createChangeLog()
  const nodes = createChangeLog()
  const read = () => {
    content = readContent(tool)
    works.clear()
    nodes.clear()
  }
  const reaction = setTimeout(read, REACTION_MS)
  const stopWorks = watchAgentWork(works.add)
  const note = (records: readonly MutationRecord[]) => {
    for (const node of new Set(records.map(({ target }) => target))) if (!isConversation(node)) nodes.add(node)
  }
  const observer = new MutationObserver(note)
  const island = findIsland(tool)
  if (island) observer.observe(island, { subtree: true, childList: true, characterData: true })
  const isAtPace = () => isShownAgain && works.isRegular()
  const hasActed = () => runs !== countAgentRuns() || (content !== undefined && !works.isEmpty() && !isAtPace())
  return {
    hasActed,
    hasChanged() {
      if (runs !== countAgentRuns()) return true
      if (content === undefined) return false
      note(observer.takeRecords())
      const { text, fields } = readContent(tool)
      if (fields !== content.fields) return true
      const isOtherText = text !== content.text
      const isRegular = isAtPace() && (!isOtherText || nodes.isRegular())
      return !isRegular && (isOtherText || !works.isEmpty())
    },
    reset() {
      clearTimeout(reaction)
      runs = countAgentRuns()
      isShownAgain = true
      read()
    },
    stop() {
      clearTimeout(reaction)
      stopWorks()
      observer.disconnect()
    },
  }
}

/** Changes by their source: a work, or a node. */
interface ChangeLog {
  add(source: object): void
  /** Forgets the changes so far, but not their pace. */
  clear(): void
  isEmpty(): boolean
  /** Whether all changes are of sources that change at a regular pace and go on with it, such as a clock. */
  isRegular(): boolean
}

/** Number of changes by which a pace is known, and the number that is stored. */
const TIMES_MIN = 4
const TIMES_MAX = 20
/** Changes in shorter intervals in milliseconds are one change. */
const MOMENT_MS = 5
/** A pace is regular if no interval is longer than its usual one times a factor, or than this time in milliseconds. */
const FACTOR = 3
const SHORT_MS = 500

function createChangeLog(): ChangeLog {
  const times = new WeakMap<object, readonly number[]>()
  const changed = new Set<object>()
  return {
    add(source) {
      changed.add(source)
      const now = performance.now()
      const before = times.get(source) ?? []
      if (now - (before.at(-1) ?? 0) >= MOMENT_MS) times.set(source, [...before.slice(1 - TIMES_MAX), now])
    },
    clear: () => changed.clear(),
    isEmpty: () => changed.size === 0,
    isRegular: () => [...changed].every((source) => hasPace(times.get(source) ?? [])),
  }
}

function hasPace(times: readonly number[]): boolean {
  if (times.length < TIMES_MIN) return false
  const intervals = times.map((time, index) => (times[index + 1] ?? performance.now()) - time)
  const usual = intervals.toSorted((one, other) => one - other)[intervals.length >> 1] ?? 0
  return intervals.every((interval) => interval <= Math.max(FACTOR * usual, SHORT_MS))
}

interface IslandContent {
  readonly text: string
  /** Values of the fields. */
  readonly fields: string
}

const CONVERSATION = '[data-fw-copilot]'

/** Returns the content of the tool's island, without a conversation with the agent. */
function readContent(tool: LivePageTool): IslandContent {
  const island = findIsland(tool)
  if (!island) return { text: '', fields: '' }
  const fields = [...island.querySelectorAll('input, select, textarea')].map((field) =>
    isConversation(field) ? '' : [Reflect.get(field, 'value'), Reflect.get(field, 'checked')].join(),
  )
  const copy = island.cloneNode(true) as Element
  for (const conversation of copy.querySelectorAll(CONVERSATION)) conversation.remove()
  return { text: copy.textContent ?? '', fields: JSON.stringify(fields) }
}

function findIsland({ instance }: LivePageTool): Element | null {
  return instance === undefined ? null : document.querySelector(`fw-island[i="${CSS.escape(instance)}"]`)
}

function isConversation(node: Node): boolean {
  return (node instanceof Element ? node : node.parentElement)?.closest(CONVERSATION) != null
}
