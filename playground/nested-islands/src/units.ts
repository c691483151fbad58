import { createContext } from 'solid-js'

export type Unit = '°C' | '°F'

const celsius = (): Unit => '°C'

/** Context that a zone passes to the beds in it, which are separate islands. */
export const UnitContext = createContext(celsius)

/** A temperature in degrees Celsius, as people read it. */
export function degrees(celsius: number, unit: Unit): string {
  return unit === '°C' ? `${celsius} °C` : `${Math.round(celsius * 1.8 + 32)} °F`
}
