import { intent, useStore } from '@fw/runtime'
import { createSignal, createUniqueId, useContext } from 'solid-js'
import { water } from '../stores.ts'
import { degrees, UnitContext } from '../units.ts'
import { Vent } from './vent.tsx'

interface BedProps {
  readonly name: string
  readonly celsius: number
  readonly moisture: number
}

/** An island in the slot of an island. It uses the unit of its zone. */
export function Bed(props: BedProps) {
  const unit = useContext(UnitContext)
  const [moisture, setMoisture] = createSignal(props.moisture)
  const [, { pour }] = useStore(water)
  const id = createUniqueId()
  const give = intent('water', {
    description: 'Gives a bed two litres of water, which makes its soil 10 % wetter.',
    async run() {
      setMoisture((before) => Math.min(100, before + 10))
      await pour({ litres: 2 })
      return { bed: props.name, moisture: moisture() }
    },
  })
  return (
    <article class="bed" aria-labelledby={id}>
      <span class="state" aria-hidden="true">
        Bed
      </span>
      <h3 id={id}>{props.name}</h3>
      <p class="reading">{degrees(props.celsius, unit())}</p>
      <p class="soft">
        Soil <output>{moisture()} %</output>
      </p>
      <div class="row">
        <button type="button" onClick={() => give()}>
          Water<span class="visually-hidden"> {props.name}</span>
        </button>
        <Vent of={props.name} />
      </div>
    </article>
  )
}
