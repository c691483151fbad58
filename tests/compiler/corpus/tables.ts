import { ARRAYS_AND_TUPLES } from './arrays-and-tuples.ts'
import { BRANDS } from './brands.ts'
import { CODECS } from './codecs.ts'
import { COMPUTED } from './computed.ts'
import { MAPPED } from './mapped.ts'
import { OBJECTS } from './objects.ts'
import { RECORDS } from './records.ts'
import { RECURSION } from './recursion.ts'
import { SCALARS } from './scalars.ts'
import { STRINGS } from './strings.ts'
import { UNIONS } from './unions.ts'

export const TABLES = [
  SCALARS,
  STRINGS,
  BRANDS,
  OBJECTS,
  UNIONS,
  ARRAYS_AND_TUPLES,
  RECORDS,
  MAPPED,
  COMPUTED,
  RECURSION,
  CODECS,
]
