/** Accounts, sessions and organisations, by better-auth. */
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { organization } from 'better-auth/plugins/organization'
import * as schema from './db/auth-schema.ts'
import { database } from './db/database.ts'
import { sendMail } from './mail.ts'
import { recordEvent } from './server/audit.ts'
import { appUrl, authSecret, oidc } from './settings.ts'

export const auth = betterAuth({
  appName: 'Cadence',
  baseURL: appUrl,
  secret: authSecret,
  database: drizzleAdapter(database, { provider: 'sqlite', schema }),
  telemetry: { enabled: false },
  // A wrong password is not an event of the server: the audit log has it.
  logger: { level: 'error' },
  emailAndPassword: {
    enabled: true,
    requireEmailVerification: true,
    minPasswordLength: 10,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: ({ user, url }) =>
      sendMail({
        to: user.email,
        subject: 'Choose a new password',
        text: `Open this link within an hour to choose a new password:\n\n${url}\n\nIf you didn't ask for it, ignore this e-mail.`,
      }),
    // The sign-up page doesn't reveal that an address has an account. Its owner is notified instead.
    onExistingUserSignUp: ({ user }) =>
      sendMail({
        to: user.email,
        subject: 'You already have an account',
        text: `Someone signed up with this address, which already has an account.\n\nSign in: ${appUrl}/sign-in`,
      }),
  },
  emailVerification: {
    sendOnSignUp: true,
    sendOnSignIn: true,
    autoSignInAfterVerification: true,
    sendVerificationEmail: ({ user, url }) =>
      sendMail({
        to: user.email,
        subject: 'Confirm your address',
        text: `Open this link within an hour to confirm your address:\n\n${url}`,
      }),
  },
  databaseHooks: {
    session: { create: { after: async ({ userId }) => recordEvent('session.create', userId) } },
  },
  plugins: [
    organization({
      requireEmailVerificationOnInvitation: true,
      sendInvitationEmail: ({ id, email, organization: { name }, inviter }) =>
        sendMail({
          to: email,
          subject: `Join ${name}`,
          text: `${inviter.user.name} invites you to ${name}:\n\n${appUrl}/invitations/${id}`,
        }),
    }),
    ...(oidc === undefined
      ? []
      : [
          genericOAuth({
            config: [
              {
                providerId: 'oidc',
                discoveryUrl: `${oidc.issuer}/.well-known/openid-configuration`,
                requireIdTokenVerification: true,
                clientId: oidc.clientId,
                clientSecret: oidc.clientSecret,
                scopes: ['openid', 'email', 'profile'],
                pkce: true,
              },
            ],
          }),
        ]),
  ],
})
