import { int, intent, obj, str } from '@fw/runtime'
import { createSignal, onMount } from 'solid-js'
import { never } from './shop.api.ts'

/** Ways in which the browser reports something, again and again, without a gesture of a person. */
const EVENTS: Readonly<Record<string, (call: () => void) => () => void>> = {
  message(call) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = call
    return () => port2.postMessage('')
  },
  /** The message arrives between a key and the timers that its listeners start. */
  'message at a key'(call) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = call
    addEventListener('keydown', () => port2.postMessage(''))
    return () => {}
  },
  file(call) {
    return () => {
      const reader = new FileReader()
      reader.onload = call
      reader.readAsText(new Blob(['tea']))
    }
  },
  request(call) {
    return () => {
      const request = new XMLHttpRequest()
      request.onload = call
      request.open('GET', '/favicon.ico')
      request.send()
    }
  },
}

/** Adds a button and a form in a shadow root: the window has no current event while their listeners run. */
function fillShadow(host: HTMLElement, call: () => void): void {
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = '<button>In a root</button><form><button>Send in a root</button></form>'
  root.querySelector('button')?.addEventListener('click', call)
  root.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    call()
  })
}

/** Elements that a person drags, copies or touches. */
function Movable(props: { call: () => void }) {
  return (
    <>
      <p draggable="true" onDragStart={() => props.call()}>
        Take
      </p>
      <p draggable="true" onDragEnd={() => props.call()}>
        Put away
      </p>
      <p onCopy={() => props.call()}>Words</p>
      <p on:touchstart={() => props.call()}>Touch</p>
    </>
  )
}

const FRAME = '<button>In a frame</button><details><summary>More in a frame</summary></details><div></div>'

/** A frame like that of a text editor: the page fills it, and hears its events. */
function Frame(props: { label: string; fill: (frame: HTMLIFrameElement) => void; call: () => void }) {
  const listen = ({ currentTarget }: { currentTarget: HTMLIFrameElement }) => {
    const { body } = currentTarget.contentDocument as Document // of this origin
    if (!body.firstElementChild) return
    body.querySelector('button')?.addEventListener('click', props.call)
    body.querySelector('details')?.addEventListener('toggle', props.call)
    const root = (body.lastElementChild as Element).attachShadow({ mode: 'open' }) // see `FRAME`
    root.innerHTML = '<form><button>Send in a root of a frame</button></form>'
    root.addEventListener('submit', (event) => {
      event.preventDefault()
      props.call()
    })
  }
  let frame: HTMLIFrameElement | undefined
  onMount(() => props.fill(frame as HTMLIFrameElement)) // set by `ref`
  return <iframe ref={frame} title={props.label} onLoad={listen} />
}

/** Frames that exist before an agent acts, or that are added with `addFrame`. */
function Frames(props: { call: () => void }) {
  const [isAdded, setAdded] = createSignal(false)
  const FILLS: Readonly<Record<string, (frame: HTMLIFrameElement) => void>> = {
    srcdoc(frame) {
      frame.srcdoc = FRAME
    },
    write({ contentDocument }) {
      contentDocument?.open()
      contentDocument?.write(FRAME)
      contentDocument?.close()
    },
  }
  const all = (label: string) =>
    Object.entries(FILLS).map(([name, fill]) => <Frame label={`${label} ${name}`} fill={fill} call={props.call} />)
  return (
    <>
      {all('early')}
      <button type="button" onClick={() => setAdded(true)}>
        Add frames
      </button>
      {isAdded() && all('late')}
    </>
  )
}

const hasName = ({ target }: Event, name: string) => (target as Element).ariaLabel === name

/** Elements with handlers that call functions forbidden for agents, for gestures other than a click or a key. */
export function Gestures() {
  const [ready, setReady] = createSignal(false)
  let dialog: HTMLDialogElement | undefined
  const call = () => void never().catch(() => {})
  intent('idle', { description: 'Does nothing.', run: () => true })
  intent('listen', {
    description: 'Calls whenever the browser reports something.',
    input: obj({ by: str(), times: int(), act: str().optional() }),
    run: ({ input: { by, times, act } }) => {
      let left = times
      const again = EVENTS[by]?.(() => {
        if (act === undefined) call()
        else document.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click()
        if (--left > 0) again?.()
      })
      again?.()
    },
  })
  let host: HTMLDivElement | undefined
  onMount(() => {
    fillShadow(host as HTMLDivElement, call) // set by `ref`
    for (const type of ['keydown', 'click']) addEventListener(type, (event) => hasName(event, 'early') && call(), true)
    setReady(true)
  })
  return (
    <section aria-label="Gestures" data-ready={ready()}>
      <div ref={host} />
      <p draggable="true">Drag</p>
      <Movable call={call} />
      <Frames call={call} />
      <section
        aria-label="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          call()
        }}
      >
        Here
      </section>
      <input aria-label="file" type="file" onChange={call} />
      <input aria-label="text" onInput={call} />
      <input aria-label="range" type="range" onInput={call} />
      <input aria-label="check" type="checkbox" onChange={call} />
      <label data-act="label">
        Tea <input type="checkbox" onClick={call} />
      </label>
      <label data-act="early">
        Early <input type="checkbox" aria-label="early" />
      </label>
      <label data-act="field">
        Milk <input type="checkbox" onChange={call} />
      </label>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          call()
        }}
      >
        <input aria-label="order" />
        <button type="submit" data-act="form">
          Order
        </button>
      </form>
      <details onToggle={call}>
        <summary>More</summary>
        Text
      </details>
      <button type="button" onClick={() => dialog?.showModal()}>
        Open
      </button>
      <dialog ref={dialog} onClose={call}>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </section>
  )
}
