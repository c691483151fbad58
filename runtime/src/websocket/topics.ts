/** Who listens to which topic, in this process. Both directions are kept, so that leaving costs what was subscribed. */
import type { AppSocket } from './app-socket.ts'

export class Topics {
  readonly #members = new Map<string, Set<AppSocket>>()
  readonly #topicsOf = new Map<AppSocket, Set<string>>()

  add(topic: string, socket: AppSocket): void {
    entry(this.#members, topic).add(socket)
    entry(this.#topicsOf, socket).add(topic)
  }

  remove(topic: string, socket: AppSocket): void {
    drop(this.#members, topic, socket)
    drop(this.#topicsOf, socket, topic)
  }

  leave(socket: AppSocket): void {
    for (const topic of this.#topicsOf.get(socket) ?? []) drop(this.#members, topic, socket)
    this.#topicsOf.delete(socket)
  }

  /** A copy: sending may cut sockets off, which leaves their topics. */
  of(topic: string): readonly AppSocket[] {
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
