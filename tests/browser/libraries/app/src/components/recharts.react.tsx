/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useState } from 'react'
import { Bar, BarChart, XAxis, YAxis } from 'recharts'

const CUPS = [
  { day: 'Monday', cups: 3 },
  { day: 'Tuesday', cups: 5 },
]

/** A bar chart of Recharts. A click adds a day. */
export const Chart = island(function Chart() {
  const [days, setDays] = useState(CUPS)
  return (
    <section>
      <button type="button" onClick={() => setDays([...CUPS, { day: 'Wednesday', cups: 2 }])}>
        Add
      </button>
      <BarChart width={400} height={200} data={days}>
        <XAxis dataKey="day" />
        <YAxis />
        <Bar dataKey="cups" isAnimationActive={false} />
      </BarChart>
    </section>
  )
})
