import { intent } from '@fw/runtime'
import { createSignal, For } from 'solid-js'
import { order } from './shop.api.ts'

function Row(props: { name: string; drop(): void }) {
  const remove = intent('remove', {
    description: 'Removes the row.',
    guard: 'confirm',
    run: () => order({ item: `remove ${props.name}` }),
  })
  const dropAndRemove = () => {
    props.drop()
    return remove()
  }
  const mark = intent('mark', { description: 'Marks the row.', run: () => order({ item: `mark ${props.name}` }) })
  return (
    <li>
      <button type="button" onClick={() => remove()}>
        remove {props.name}
      </button>
      <button type="button" onClick={() => mark()}>
        mark {props.name}
      </button>
      <button type="button" onClick={() => props.drop()}>
        drop {props.name}
      </button>
      <button type="button" onClick={dropAndRemove}>
        drop and remove {props.name}
      </button>
    </li>
  )
}

/** Several copies of a component with tools in one island. */
export function Rows(props: { names: readonly string[] }) {
  const [names, setNames] = createSignal(props.names)
  return (
    <ul>
      <For each={names()}>
        {(name) => <Row name={name} drop={() => setNames(names().filter((each) => each !== name))} />}
      </For>
    </ul>
  )
}

/** An island that stays when the page changes. */
export function Note(props: { about: string }) {
  intent('send', {
    description: 'Sends the note.',
    guard: 'confirm',
    run: () => order({ item: `note ${props.about}` }),
  })
  return <p>note {props.about}</p>
}
