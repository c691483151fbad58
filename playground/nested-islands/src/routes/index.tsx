import type { PageMeta } from '@fw/runtime'
import { For, Suspense } from 'solid-js'
import { Almanac } from '../components/almanac.tsx'
import { Bed } from '../components/bed.tsx'
import { Bell } from '../components/bell.tsx'
import { FloorPlan } from '../components/floor-plan.tsx'
import { ForecastNote } from '../components/forecast-note.tsx'
import { HarvestChart } from '../components/harvest-chart.tsx'
import { Notepad } from '../components/notepad.tsx'
import { SeedPacket } from '../components/seed-packet.tsx'
import { Vent } from '../components/vent.tsx'
import { Zone } from '../components/zone.tsx'
import { HARVEST, ZONES } from '../plan.ts'

export const meta: PageMeta = { title: 'Glasshouse · Zones and beds' }

export default function House() {
  return (
    <>
      <section class="intro">
        <h1>A house of small parts</h1>
        <p class="lead">
          Every part of this board wakes by itself. The mark beside its name is hollow while it sleeps, and filled once
          it is awake.
        </p>
        <div class="row">
          <Vent of="the whole house" />
          <span class="soft">The same vent is a part of each bed below.</span>
        </div>
      </section>
      <div class="zones">
        <For each={ZONES}>
          {(zone) => (
            <Zone
              name={zone.name}
              note={zone.note}
              drawer={
                <ul class="packets">
                  <For each={zone.seeds}>
                    {(seed) => (
                      <li>
                        <SeedPacket name={seed} />
                      </li>
                    )}
                  </For>
                </ul>
              }
            >
              <For each={zone.beds}>{(bed) => <Bed {...bed} />}</For>
            </Zone>
          )}
        </For>
      </div>
      <section class="card" aria-labelledby="weather">
        <h2 id="weather">Weather mast</h2>
        <Suspense fallback={<p class="soft">The mast is turning…</p>}>
          <ForecastNote />
        </Suspense>
      </section>
      <h2>When they wake</h2>
      <div class="cards">
        <Bell client:interaction />
        <Almanac client:idle />
        <FloorPlan beds={ZONES.flatMap(({ beds }) => beds.map(({ name }) => name))} client:media="(min-width: 48rem)" />
        <Notepad client:only />
      </div>
      <HarvestChart months={HARVEST} client:visible="0px" />
    </>
  )
}
