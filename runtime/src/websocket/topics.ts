/**
 * Subscriptions of sockets to topics, in this process. Indexed in both directions, so that removing a member takes time
 * proportional to its own subscriptions.
 */

export class Topics<Member> {
  readonly #members = new Map<string, Set<Member>>()
  readonly #topicsOf = new Map<Member, Set<string>>()

  add(topic: string, member: Member): void {
    entry(this.#members, topic).add(member)
    entry(this.#topicsOf, member).add(topic)
  }

  remove(topic: string, member: Member): void {
    drop(this.#members, topic, member)
    drop(this.#topicsOf, member, topic)
  }

  leave(member: Member): void {
    for (const topic of this.#topicsOf.get(member) ?? []) drop(this.#members, topic, member)
    this.#topicsOf.delete(member)
  }

  /** Returns a copy, because sending may terminate sockets, which removes them from their topics. */
  of(topic: string): readonly Member[] {
    return [...(this.#members.get(topic) ?? [])]
  }
}

function entry<Key, Value>(map: Map<Key, Set<Value>>, key: Key): Set<Value> {
  const found = map.get(key) ?? new Set<Value>()
  map.set(key, found)
  return found
}

function drop<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const found = map.get(key)
  if (found?.delete(value) && found.size === 0) map.delete(key)
}
