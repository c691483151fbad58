/** Variables of the environment. Those of the model are in `.env.example`: the framework reads them. */
export interface Env {
  /**
   * Signs the cookies of staff. Required in production: openssl rand -base64 32
   * @minLength 16
   */
  SESSION_SECRET?: string
  /**
   * File of the database.
   * @default .fw/data/desk.db
   */
  DATABASE?: string
  /**
   * Address of the first member of staff, who can add others.
   * @format email
   */
  STAFF_EMAIL?: string
  /**
   * Password of the first member of staff. It is read until the first sign-in.
   * @minLength 12
   */
  STAFF_PASSWORD?: string
  /**
   * URL of the site, such as https://support.example.com, for links in notifications.
   * @format uri
   */
  SITE_URL?: string
  /** Bearer token of the webhook at /_fw/channels/support. Without it, the webhook is off. */
  SUPPORT_SECRET?: string
  /** Signing secret of your Slack app, whose slash command calls /_fw/channels/slack. Without it, Slack is off. */
  SLACK_SIGNING_SECRET?: string
  /**
   * Receives replies, refunds and reminders as JSON: a mail service, a payment service, a workflow.
   * @format uri
   */
  OUTGOING_URL?: string
  /** Bearer token for OUTGOING_URL. */
  OUTGOING_SECRET?: string
}
