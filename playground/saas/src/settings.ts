/** Settings that several modules derive from the environment. */
import { randomBytes } from 'node:crypto'
import { env } from '@fw/runtime/server'

/** Whether this process serves real users: `fw start` sets `NODE_ENV`. */
export const isProduction = process.env.NODE_ENV === 'production'

export const appUrl = env.APP_URL ?? 'http://localhost:3000'

/** In development, sessions survive a restart without a secret of your own. */
export const authSecret =
  env.AUTH_SECRET ?? (isProduction ? randomBytes(32).toString('base64') : 'only for development, not for production')

const adminEmails = new Set((env.ADMIN_EMAILS ?? '').split(',').map((email) => email.trim().toLowerCase()))

/** Returns whether a user with this address may open /admin. Compare only verified addresses. */
export function isAdminEmail(email: string): boolean {
  return email !== '' && adminEmails.has(email.toLowerCase())
}

/** The OpenID Connect provider, or `undefined` if none is configured. */
export const oidc =
  env.OIDC_ISSUER !== undefined && env.OIDC_CLIENT_ID !== undefined
    ? {
        issuer: env.OIDC_ISSUER.replace(/\/$/, ''),
        clientId: env.OIDC_CLIENT_ID,
        clientSecret: env.OIDC_CLIENT_SECRET,
        name: env.OIDC_NAME ?? 'single sign-on',
      }
    : undefined
