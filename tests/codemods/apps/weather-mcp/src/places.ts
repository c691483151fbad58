export interface Place {
  name: string
  latitude: number
  longitude: number
}

const PLACES: readonly Place[] = [
  { name: 'Bergen', latitude: 60.39, longitude: 5.32 },
  { name: 'Lisbon', latitude: 38.72, longitude: -9.14 },
]

export const findPlace = (name: string) => PLACES.find((place) => place.name.toLowerCase() === name.toLowerCase())
