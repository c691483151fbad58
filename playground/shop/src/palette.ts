/** The colours that pictures are made of. */
export interface Palette {
  readonly ground: string
  readonly glow: string
  readonly main: string
  readonly shade: string
  readonly accent: string
  readonly light: string
}

const CLAY: Palette = {
  ground: '#f2e3d0',
  glow: '#f8efe3',
  main: '#c8553d',
  shade: '#9c3d2a',
  accent: '#2f4858',
  light: '#fff6ec',
}
const MOSS: Palette = {
  ground: '#d9e4dd',
  glow: '#e8f0ea',
  main: '#2f6f5e',
  shade: '#1f5146',
  accent: '#e0a458',
  light: '#f6f4ea',
}
const SKY: Palette = {
  ground: '#dfe3ee',
  glow: '#edeff6',
  main: '#3f5e9a',
  shade: '#2c4475',
  accent: '#e8a598',
  light: '#fbfaf6',
}
const HONEY: Palette = {
  ground: '#f4e4b8',
  glow: '#faf1d6',
  main: '#d08c1d',
  shade: '#a66c0e',
  accent: '#3b5249',
  light: '#fff9e8',
}
const PLUM: Palette = {
  ground: '#ecdcdf',
  glow: '#f5ebed',
  main: '#8e4a63',
  shade: '#6c3349',
  accent: '#6b8f71',
  light: '#fdf5f3',
}
const STONE: Palette = {
  ground: '#dcdcd2',
  glow: '#eaeae2',
  main: '#59614f',
  shade: '#3f4638',
  accent: '#d97b4f',
  light: '#faf8ef',
}
const WALNUT: Palette = {
  ground: '#e8dccb',
  glow: '#f2eadf',
  main: '#7a4f2e',
  shade: '#57371f',
  accent: '#b98552',
  light: '#f7efe4',
}

/** Used for unknown colors. */
export const PALETTES: readonly Palette[] = [CLAY, MOSS, SKY, HONEY, PLUM, STONE]

/** Where the name promises a colour: walnut is not green. */
export const MATERIAL: Readonly<Record<string, Palette>> = {
  'ash-serving-bowl': HONEY,
  'brass-pen': HONEY,
  'carbon-steel-pan': STONE,
  'garden-twine': HONEY,
  'herb-planter': CLAY,
  'letter-tray': HONEY,
  'pencil-cup': STONE,
  'steel-press': SKY,
  'terracotta-pot': CLAY,
  'walnut-board': WALNUT,
  'watering-can': MOSS,
}
