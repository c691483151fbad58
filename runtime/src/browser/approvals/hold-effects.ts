/**
 * Functions of the browser in a preview run. Functions that send, store or open something are recorded instead of called,
 * because a rejection couldn't revert them. All other code calls them as before.
 */
import { findClicked } from '../agent/click-path.ts'
import { onScriptClick } from '../agent/script-clicks.ts'
import { currentCause } from '../calls/cause.ts'
import { holdLaterWork, type Realm } from './hold-later-work.ts'

/** Functions and classes of the window, then methods of classes and static ones. A name that the browser doesn't have is ignored. */
const EFFECTS = `fetch fetchLater open alert confirm prompt print postMessage
  WebSocket EventSource Worker SharedWorker Notification RTCPeerConnection WebTransport
  XMLHttpRequest.send Navigator.sendBeacon,share WebSocket.send,close BroadcastChannel.postMessage
  Worker.postMessage ServiceWorker.postMessage ServiceWorkerContainer.register
  Storage.setItem,removeItem,clear CookieStore.set,delete Cache.add,addAll,put,delete CacheStorage.delete
  IDBFactory.open,deleteDatabase IDBObjectStore.add,put,delete,clear IDBCursor.update,delete
  MessagePort.postMessage Navigator.setAppBadge,clearAppBadge,vibrate,registerProtocolHandler
  MediaDevices.getUserMedia,getDisplayMedia Document.write,writeln
  History.pushState,replaceState,back,forward,go
  Navigation.back,forward,traverseTo,updateCurrentEntry Clipboard.write,writeText PaymentRequest.show
  ServiceWorkerRegistration.showNotification,unregister,update PushManager.subscribe RTCDataChannel.send
  CredentialsContainer.create,get,store FileSystemFileHandle.createWritable FileSystemDirectoryHandle.removeEntry
  WritableStreamDefaultWriter.write WebSocketStream LockManager.request Notification.requestPermission
  SyncManager.register PeriodicSyncManager.register,unregister BackgroundFetchManager.fetch`

/** Methods that create a file or a folder only with the option `create`. */
const CREATING = ['getFileHandle', 'getDirectoryHandle'] as const

/** The `Object` of each window whose effects are held: a frame keeps its window proxy when it loads another document. */
const realms = new WeakSet<object>()

/** Holds effects of preview runs back from now on, also those of the frames that the page has now. */
export function holdEffects(): void {
  if (!realms.has(Object)) onScriptClick((target) => (isLinkHeld(target) ? 'left out' : undefined))
  holdRealm(globalThis as Realm) // it is the window
}

function holdRealm(realm: Realm): void {
  for (let index = 0; index < realm.length; index++) holdFrame(realm[index] as Realm) // the length is the number of frames
  if (realms.has(realm.Object)) return
  realms.add(realm.Object)
  holdLaterWork(realm, (name) => void isHeld(name, []))
  for (const entry of EFFECTS.split(/\s+/)) {
    const [owner = '', methods] = entry.split('.')
    const Class = Reflect.get(realm, owner)
    for (const name of (methods ?? owner).split(',')) {
      const targets = methods === undefined ? [realm] : [Class?.prototype, Class]
      const target = targets.find((one) => one && name in one)
      if (target) target[name] = holdFunction(target[name], target === realm ? name : `${owner}.${name}`)
    }
  }
  const folder = realm.FileSystemDirectoryHandle?.prototype
  for (const name of folder ? CREATING : [])
    Object.assign(folder, {
      [name]: holdFunction(folder[name], `FileSystemDirectoryHandle.${name}`, ([, how]) => isCreating(how)),
    })
  const cookie = Object.getOwnPropertyDescriptor(realm.Document.prototype, 'cookie')
  if (cookie?.set)
    replaceAccessor(realm.Document.prototype, 'cookie', { set: holdFunction(cookie.set, 'document.cookie') })
  for (const name of ['localStorage', 'sessionStorage']) {
    const read = Object.getOwnPropertyDescriptor(realm, name)?.get
    if (read) replaceAccessor(realm, name, { get: () => holdStorage(read.call(realm) as Storage, name) })
  }
  holdFrameElements(realm.HTMLIFrameElement.prototype)
  // `location` can't be replaced.
  if ('navigation' in realm)
    realm.navigation.addEventListener('navigate', (event) => {
      if (event.cancelable && isHeld('navigate', [event.destination.url])) event.preventDefault()
    })
}

/** Frames that the run itself creates. */
function holdFrameElements(prototype: HTMLIFrameElement): void {
  for (const name of ['contentWindow', 'contentDocument'] as const) {
    const read = Object.getOwnPropertyDescriptor(prototype, name)?.get
    if (read === undefined) continue
    replaceAccessor(prototype, name, {
      get(this: HTMLIFrameElement) {
        const found = read.call(this) as Window | Document | null
        if (found === null || !currentCause().hold) return found
        const frame = 'defaultView' in found ? found.defaultView : found
        return frame === null || holdFrame(frame as Realm) ? found : holdMessages(frame)
      },
    })
  }
}

/** Holds the effects of a frame. Returns whether it has the origin of this page. */
function holdFrame(frame: Realm): boolean {
  try {
    holdRealm(frame)
    return true
  } catch {
    return false
  }
}

function replaceAccessor(target: object, name: string, accessor: PropertyDescriptor): void {
  Object.defineProperty(target, name, { ...Object.getOwnPropertyDescriptor(target, name), ...accessor })
}

/** Whether a preview run is calling. Records the call. */
function isHeld(name: string, args: readonly unknown[]): boolean {
  const { hold } = currentCause()
  hold?.(name, args.length > 1 ? args.map(describe) : describe(args[0]))
  return hold !== undefined
}

function isCreating(options: unknown): boolean {
  return (options as FileSystemGetFileOptions | undefined)?.create === true
}

/**
 * Returns a function or class that works in other code. In a preview run, its result never settles.
 *
 * @param isEffect Whether a call with these arguments is an effect. Default: always.
 */
function holdFunction<Target extends object>(
  target: Target,
  name: string,
  isEffect: (args: readonly unknown[]) => boolean = () => true,
): Target {
  return new Proxy(target, {
    apply: (run, self, args) =>
      isEffect(args) && isHeld(name, args) ? createNever() : Reflect.apply(run as () => unknown, self, args),
    construct: (Class, args, newTarget) =>
      isHeld(name, args) ? createNever() : Reflect.construct(Class as new () => object, args, newTarget),
  })
}

/** Returns a promise that never settles. The methods of `navigation` return an object with two of them. */
function createNever(): object {
  const never = new Promise(() => {})
  return Object.assign(never, { committed: never, finished: never })
}

/** Whether a preview run clicks a link that opens a tab or saves a file. The browser announces all others as a navigation. */
function isLinkHeld(target: Node): boolean {
  const link = findClicked<HTMLAnchorElement>(target, 'a')
  if (link === undefined) return false
  if (link.hasAttribute('download')) return isHeld('download', [link.href])
  return !/^(?:_self)?$/i.test(link.target) && isHeld('open', [link.href])
}

/** The functions of another origin's window can't be replaced. It accepts messages. */
function holdMessages(frame: Window): Window {
  return new Proxy(frame, {
    get: (_, key) =>
      key === 'postMessage' ? holdFunction(frame.postMessage.bind(frame), key) : (Reflect.get(frame, key) as unknown),
  })
}

/** Properties of a storage can be set, too. */
function holdStorage(storage: Storage, name: string): Storage {
  if (!currentCause().hold) return storage
  const record = (...args: unknown[]) => isHeld(name, args)
  return new Proxy(storage, {
    get(_, key) {
      const value: unknown = Reflect.get(storage, key)
      return typeof value === 'function' ? value.bind(storage) : value
    },
    // Other code may use the object later.
    set: (_, key, value) => record(key, value) || Reflect.set(storage, key, value),
    deleteProperty: (_, key) => record(key) || Reflect.deleteProperty(storage, key),
  })
}

/** Returns an argument as users see it. */
function describe(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'symbol' ? String(value) : value
  if (value instanceof Request) return `${value.method} ${value.url}`
  if (value instanceof FormData || value instanceof URLSearchParams) return Object.fromEntries(value)
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return String(value)
  }
}
