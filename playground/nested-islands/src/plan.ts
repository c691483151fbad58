/** The house: zones with the beds in them. */
export interface BedPlan {
  readonly name: string
  readonly celsius: number
  /** Percent. */
  readonly moisture: number
}

export interface ZonePlan {
  readonly name: string
  readonly note: string
  readonly beds: readonly BedPlan[]
  readonly seeds: readonly string[]
}

export const ZONES: readonly ZonePlan[] = [
  {
    name: 'South bench',
    note: 'Full sun until four. The vents open by themselves above thirty degrees.',
    beds: [
      { name: 'Tomatoes', celsius: 24, moisture: 52 },
      { name: 'Basil', celsius: 23, moisture: 61 },
    ],
    seeds: ['Marmande', 'Black Krim', 'Genovese'],
  },
  {
    name: 'Fern corner',
    note: 'Shade and mist. Nothing here is watered twice a day.',
    beds: [
      { name: 'Maidenhair', celsius: 18, moisture: 78 },
      { name: 'Staghorn', celsius: 19, moisture: 70 },
      { name: 'Moss tray', celsius: 17, moisture: 84 },
    ],
    seeds: ['Spores, 2023', 'Spores, 2024'],
  },
]

export interface Harvest {
  readonly month: string
  readonly kilograms: number
}

export const HARVEST: readonly Harvest[] = [
  { month: 'May', kilograms: 3 },
  { month: 'June', kilograms: 8 },
  { month: 'July', kilograms: 14 },
  { month: 'August', kilograms: 19 },
  { month: 'September', kilograms: 11 },
  { month: 'October', kilograms: 4 },
]
