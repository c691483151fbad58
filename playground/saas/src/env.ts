export interface Env {
  /**
   * Origin at which users reach the app, without a slash at the end. Links in e-mails begin with it.
   * @default http://localhost:3000
   */
  APP_URL?: string
  /**
   * Signs session cookies. Without it, a key is created at start, so that a restart signs all users out.
   * @minLength 32
   */
  AUTH_SECRET?: string
  /**
   * Database: a SQLite file, or `libsql://…` of a libSQL server.
   * @default file:.fw/data/app.db
   */
  DATABASE_URL?: string
  /** Token of the libSQL server. */
  DATABASE_TOKEN?: string
  /** Addresses of the people who may open /admin, separated by commas. */
  ADMIN_EMAILS?: string
  /** Sender of e-mails. */
  MAIL_FROM?: string
  /** URL that accepts e-mails as JSON, in the format of Resend: https://api.resend.com/emails. */
  MAIL_API_URL?: string
  /** Bearer token of that URL. */
  MAIL_API_KEY?: string
  /** Issuer of an OpenID Connect provider, for the button on the sign-in page. */
  OIDC_ISSUER?: string
  OIDC_CLIENT_ID?: string
  OIDC_CLIENT_SECRET?: string
  /**
   * Name of the provider on the button.
   * @default single sign-on
   */
  OIDC_NAME?: string
  /**
   * Secret that the billing provider signs its webhooks with.
   * @minLength 16
   */
  BILLING_WEBHOOK_SECRET?: string
}
