/** Demo accounts. Their passwords are printed on the sign-in page; a real shop would have neither. */

export interface SeedUser {
  readonly id: string
  readonly email: string
  readonly name: string
  /** `<salt>.<scrypt hash>`, both base64url: see password.ts. */
  readonly password: string
  readonly scopes: readonly string[]
}

export const SEED_USERS: readonly SeedUser[] = [
  {
    id: 'usr_ada',
    email: 'ada@halden.example',
    name: 'Ada',
    password: '8VTiLO2TJEnQjdn92jLbYg.-rVOpvuYjczQRXTsl__UsxIwtdGREdESDG9s3VChQNM',
    scopes: ['orders:read'],
  },
  {
    id: 'usr_ben',
    email: 'ben@halden.example',
    name: 'Ben',
    password: 'd22OGWWd9vvBX52y9QoSdg.Z_4qgxp2We9DBVLd0Ab6ScYVMBOn3nddNadGhRJrNEI',
    scopes: ['orders:read'],
  },
  {
    id: 'usr_mara',
    email: 'mara@halden.example',
    name: 'Mara',
    password: 'Dpp9sdJkjUvYoFuYPqfsDQ.7mtNjkAtDCkfXbbZ6aibAnHg7NwpYPNamYyoeJbXvL8',
    scopes: ['orders:read', 'admin'],
  },
]
