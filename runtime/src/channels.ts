/** `@fw/runtime/channels`: chat platforms and webhooks for the app's agent. */
export type { ChatBOptions } from './channels/discord.ts'
export { chatBChannel, chatBChannel as discordChannel } from './channels/discord.ts'
export type { ChatAOptions } from './channels/slack.ts'
export { chatAChannel, chatAChannel as slackChannel } from './channels/slack.ts'
export type { WebhookOptions } from './channels/webhook.ts'
export { webhookChannel } from './channels/webhook.ts'
export type { ChannelDef, ChannelDeferral, ChannelMessage, ChannelReply } from './contract/http/channel.ts'
